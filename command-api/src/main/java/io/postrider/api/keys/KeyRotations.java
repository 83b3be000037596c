package io.postrider.api.keys;

import io.postrider.api.auth.KeyTable;
import io.postrider.api.http.Answer;
import io.postrider.api.http.ApiRequest;
import io.postrider.api.http.Change;
import io.postrider.api.http.IdMint;
import io.postrider.api.http.IdempotencyScopes;
import io.postrider.api.http.Target;
import io.postrider.api.http.Writes;
import io.postrider.api.http.Written;
import io.postrider.domain.keys.ApiKey;
import io.postrider.domain.keys.KeyCommand;
import io.postrider.domain.keys.KeyToken;
import io.postrider.runtime.secrets.TokenHasher;
import io.postrider.schemas.Context;
import io.postrider.schemas.Idempotency;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiFunction;
import reactor.core.publisher.Mono;

/** Gives keys new secrets. Whoever does that can use the key, so it may reach no further than he does. */
final class KeyRotations {

    private final Writes writes;
    private final IdMint mint;
    private final IdempotencyScopes scopes;
    private final TokenHasher hasher;
    private final KeyTable table;
    private final KeyBounds bounds;

    KeyRotations(
            Writes writes,
            IdMint mint,
            IdempotencyScopes scopes,
            TokenHasher hasher,
            KeyTable table,
            KeyBounds bounds) {
        this.writes = writes;
        this.mint = mint;
        this.scopes = scopes;
        this.hasher = hasher;
        this.table = table;
        this.bounds = bounds;
    }

    /** @param answer from what became of it and the new token */
    Mono<Answer> rotate(
            ApiRequest request,
            Target target,
            Duration overlap,
            BiFunction<Written, KeyToken, Answer> answer) {
        return writes.once(
                request,
                idempotency ->
                        tried(new Rotation(request, target, overlap, idempotency, answer), 0)
                                .toFuture());
    }

    /** What is to be done. */
    private record Rotation(
            ApiRequest request,
            Target target,
            Duration overlap,
            Optional<Idempotency> idempotency,
            BiFunction<Written, KeyToken, Answer> answer) {}

    private Mono<Answer> tried(Rotation rotation, int attempt) {
        return bounds.permitted(
                        rotation.request(), rotation.target(), key -> Optional.of(Reach.of(key)))
                .flatMap(
                        permitted -> permitted.answer(version -> sent(rotation, version, attempt)));
    }

    /**
     * The log remembers what came of an Idempotency-Key, also that the key had changed meanwhile, so each try has a scope of
     * its own. A repeated request goes through them in the same order, to the one that came to something.
     */
    private Mono<Answer> sent(Rotation rotation, long version, int attempt) {
        Target target = rotation.target();
        KeyToken token = token(target.id());
        KeyCommand.RotateKey command =
                new KeyCommand.RotateKey(
                        rotation.request().workspace(),
                        hasher.hash(token.text()),
                        TokenHasher.VERSION,
                        mint.now().plus(rotation.overlap()));
        Change change =
                new Change(
                        Context.KEYS,
                        target.id(),
                        command,
                        Optional.of(version),
                        rotation.idempotency().map(first -> scopes.attempt(first, attempt)));
        return Mono.fromFuture(writes.send(rotation.request(), change).toCompletableFuture(), true)
                .flatMap(written ->
                        target.isOutrun(written) && attempt + 1 < KeyBounds.TRIES
                                ? KeyBounds.later(() -> tried(rotation, attempt + 1))
                                : Mono.just(rotation.answer().apply(written, token)));
    }

    private KeyToken token(String id) {
        ApiKey key = table.byId(id).orElseThrow().key();
        return new KeyToken(
                key.environment(), key.publicId(), mint.secretBase62(KeyToken.SECRET_LENGTH));
    }
}
