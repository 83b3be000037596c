package io.postrider.identity.keys;

import io.postrider.domain.keys.ApiKey;
import io.postrider.domain.keys.KeyCommand.CreateKey;
import io.postrider.domain.keys.KeyCommand.RotateKey;
import io.postrider.domain.keys.KeyCommand.UpdateKey;
import io.postrider.domain.keys.KeyPatch;
import io.postrider.domain.keys.KeyToken;
import io.postrider.identity.auth.KeyReplica;
import io.postrider.identity.keys.KeyFields.NewKey;
import io.postrider.platform.secrets.TokenHasher;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.Creation;
import io.postrider.web.resource.IdGenerator;
import io.postrider.web.resource.IdempotencyScopes;
import io.postrider.web.resource.ResourceApi;
import io.postrider.web.resource.ResourceCall;
import io.postrider.web.route.ApiRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import reactor.core.publisher.Mono;

/** Creates, changes and rotates keys, none of which may have a wider grant than the caller. */
final class KeyWrites {

    private final ResourceApi<ApiKey> api;
    private final IdGenerator mint;
    private final IdempotencyScopes scopes;
    private final TokenHasher hasher;
    private final KeyReplica table;
    private final GrantPolicy bounds;

    KeyWrites(
            ResourceApi<ApiKey> api,
            IdGenerator mint,
            IdempotencyScopes scopes,
            TokenHasher hasher,
            KeyReplica table,
            GrantPolicy bounds) {
        this.api = api;
        this.mint = mint;
        this.scopes = scopes;
        this.hasher = hasher;
        this.table = table;
        this.bounds = bounds;
    }

    Validated<Creation> creation(ApiRequest request, NewKey wanted, String id, Instant now) {
        KeyToken token =
                new KeyToken(
                        wanted.environment(),
                        mint.secretBase62(KeyToken.PUBLIC_ID_LENGTH),
                        mint.secretBase62(KeyToken.SECRET_LENGTH));
        ApiKey blank =
                ApiKey.blank(
                        id,
                        request.workspace(),
                        token,
                        hasher.hash(token.text()),
                        TokenHasher.VERSION,
                        now);
        ApiKey key = wanted.patch().applyTo(blank, now);
        return bounds.within(request, KeyGrant.of(key))
                .then(_ -> Creation.of(new CreateKey(key), token.text()));
    }

    Mono<ApiResponse> update(ResourceCall<KeyPatch> call) {
        UpdateKey command = new UpdateKey(call.workspace(), call.body());
        return bounds.checked(
                call,
                key -> reachAfter(key, call.body()),
                (version, _) -> api.send(call.at(version, call.idempotency()), command),
                api::shown);
    }

    /** A new name does not change the grant. */
    private Optional<KeyGrant> reachAfter(ApiKey key, KeyPatch patch) {
        KeyGrant after = KeyGrant.of(patch.applyTo(key, mint.now()));
        return after.equals(KeyGrant.of(key)) ? Optional.empty() : Optional.of(after);
    }

    /**
     * Gives a key a new secret, with which the caller can use the key. The log remembers the outcome of an Idempotency-Key,
     * also a version mismatch, so each attempt has a scope of its own. A repeated request passes them in the same order, up to
     * the one that was decided.
     */
    Mono<ApiResponse> rotate(ResourceCall<Duration> call) {
        String secret = mint.secretBase62(KeyToken.SECRET_LENGTH);
        return bounds.checked(
                call,
                key -> Optional.of(KeyGrant.of(key)),
                (version, attempt) ->
                        api.send(
                                call.at(
                                        version,
                                        call.idempotency()
                                                .map(first -> scopes.attempt(first, attempt))),
                                rotation(call, secret)),
                written -> api.shownWith(written, Creation.secret(token(call, secret))));
    }

    private RotateKey rotation(ResourceCall<Duration> call, String secret) {
        return new RotateKey(
                call.workspace(),
                hasher.hash(token(call, secret)),
                TokenHasher.VERSION,
                mint.now().plus(call.body()));
    }

    private String token(ResourceCall<Duration> call, String secret) {
        ApiKey key = table.byId(call.target().id()).orElseThrow().key();
        return new KeyToken(key.environment(), key.publicId(), secret).text();
    }
}
