package io.postrider.api.keys;

import io.postrider.api.auth.KeyTable;
import io.postrider.api.auth.KnownKey;
import io.postrider.api.http.Answer;
import io.postrider.api.http.ApiRequest;
import io.postrider.api.http.Change;
import io.postrider.api.http.Checked;
import io.postrider.api.http.IdMint;
import io.postrider.api.http.Principal;
import io.postrider.api.http.Problem;
import io.postrider.api.http.Writes;
import io.postrider.api.http.Written;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.keys.ApiKey;
import io.postrider.domain.keys.KeyCommand;
import io.postrider.domain.keys.KeyToken;
import io.postrider.runtime.secrets.TokenHasher;
import io.postrider.schemas.Context;
import io.postrider.schemas.Idempotency;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;

/**
 * Makes and changes keys, within the bounds of whoever asks. The bounds are held against a key as this node knows it, and
 * the change is sent for that version alone: a key that has changed meanwhile is looked at again.
 */
final class KeyWrites {

    /** A change that this node has not heard of yet arrives within a second. */
    private static final int TRIES = 20;

    private static final Duration UNTIL_HEARD = Duration.ofMillis(50);

    private final Writes writes;
    private final IdMint mint;
    private final TokenHasher hasher;
    private final KeyTable table;

    KeyWrites(Writes writes, IdMint mint, TokenHasher hasher, KeyTable table) {
        this.writes = writes;
        this.mint = mint;
        this.hasher = hasher;
        this.table = table;
    }

    /** Which key, and at which version. */
    record Target(String id, Optional<Long> expectedVersion) {

        Change change(Record command, long version, Optional<Idempotency> idempotency) {
            return new Change(Context.KEYS, id, command, Optional.of(version), idempotency);
        }
    }

    /** @param answer from what became of it and the new token */
    Mono<Answer> create(
            ApiRequest request, KeyDraft draft, BiFunction<Written, KeyToken, Answer> answer) {
        return within(request, draft.reach())
                .answer(_ ->
                        writes.once(
                                request,
                                idempotency -> {
                                    KeyToken token =
                                            token(
                                                    draft.environment(),
                                                    mint.secretBase62(KeyToken.PUBLIC_ID_LENGTH));
                                    ApiKey key = key(request, draft, token, idempotency);
                                    return writes.send(
                                                    request,
                                                    Change.of(
                                                            Context.KEYS,
                                                            key.id(),
                                                            new KeyCommand.CreateKey(key),
                                                            idempotency))
                                            .thenApply(written -> answer.apply(written, token));
                                }));
    }

    /**
     * Changes a key.
     *
     * @return what became of it, or why it was not tried
     */
    Mono<Written> update(ApiRequest request, Target target, KeyDraft draft) {
        return update(request, target, draft, TRIES);
    }

    private Mono<Written> update(ApiRequest request, Target target, KeyDraft draft, int tries) {
        KeyCommand.UpdateKey command = new KeyCommand.UpdateKey(request.workspace(), draft.patch());
        return permitted(request, target, key -> reachAfter(key, draft), TRIES)
                .flatMap(permitted ->
                        switch (permitted) {
                            case Checked.Refused<Long>(Problem problem) ->
                                    Mono.just(failed(problem));
                            case Checked.Valid<Long>(Long version) ->
                                    sent(
                                            request,
                                            target.change(command, version, Optional.empty()));
                        })
                .flatMap(written ->
                        changedMeanwhile(target, written) && tries > 1
                                ? later(() -> update(request, target, draft, tries - 1))
                                : Mono.just(written));
    }

    private static <T> Mono<T> later(Supplier<Mono<T>> next) {
        return Mono.delay(UNTIL_HEARD).then(Mono.defer(next));
    }

    /** A new name reaches nowhere. */
    private Optional<Reach> reachAfter(ApiKey key, KeyDraft draft) {
        Reach after = Reach.of(draft.patch().applyTo(key, mint.now()));
        return after.equals(Reach.of(key)) ? Optional.empty() : Optional.of(after);
    }

    /**
     * Gives a key a new secret. Whoever does that can use the key, so it may reach no further than he does.
     *
     * @param answer from what became of it and the new token
     */
    Mono<Answer> rotate(
            ApiRequest request,
            Target target,
            Duration overlap,
            BiFunction<Written, KeyToken, Answer> answer) {
        return permitted(request, target, key -> Optional.of(Reach.of(key)), TRIES)
                .flatMap(permitted ->
                        permitted.answer(version ->
                                writes.once(
                                        request,
                                        idempotency -> {
                                            KeyToken token = nextToken(target.id());
                                            Change change =
                                                    target.change(
                                                            rotation(request, token, overlap),
                                                            version,
                                                            idempotency);
                                            return writes.send(request, change)
                                                    .thenApply(written ->
                                                            answer.apply(written, token));
                                        })));
    }

    private KeyCommand.RotateKey rotation(ApiRequest request, KeyToken token, Duration overlap) {
        return new KeyCommand.RotateKey(
                request.workspace(),
                hasher.hash(token.text()),
                TokenHasher.VERSION,
                mint.now().plus(overlap));
    }

    private KeyToken nextToken(String id) {
        ApiKey key = table.byId(id).orElseThrow().key();
        return token(key.environment(), key.publicId());
    }

    /** @param answer from what became of it */
    Mono<Answer> revoke(ApiRequest request, Target target, Function<Written, Answer> answer) {
        KeyCommand.RevokeKey command = new KeyCommand.RevokeKey(request.workspace());
        return writes.once(
                request,
                idempotency ->
                        writes.send(
                                        request,
                                        new Change(
                                                Context.KEYS,
                                                target.id(),
                                                command,
                                                target.expectedVersion(),
                                                idempotency))
                                .thenApply(answer));
    }

    /**
     * The version of a key at which the one who asks may change it: one that was looked at, or an older one, which is refused
     * when it is decided, unless the request is a repeated one. A newer one than this node knows is waited for, since nobody
     * has held it against anybody's bounds.
     *
     * @param wanted how far the key would reach; empty if that is not what changes
     */
    private Mono<Checked<Long>> permitted(
            ApiRequest request,
            Target target,
            Function<ApiKey, Optional<Reach>> wanted,
            int tries) {
        Optional<KnownKey> known =
                table.byId(target.id())
                        .filter(k -> k.key().workspace().equals(request.workspace()));
        if (known.isEmpty()) {
            return Mono.just(Checked.refused(Problem.notFound()));
        }
        long seen = known.get().version();
        long named = target.expectedVersion().orElse(seen);
        if (named > seen) {
            return tries > 1
                    ? later(() -> permitted(request, target, wanted, tries - 1))
                    : Mono.just(Checked.refused(Problem.versionMismatch()));
        }
        Checked<Long> version = Checked.valid(named);
        return Mono.just(
                wanted.apply(known.get().key())
                        .map(reach -> within(request, reach).then(_ -> version))
                        .orElse(version));
    }

    private Checked<Reach> within(ApiRequest request, Reach wanted) {
        return own(request.principal())
                .map(own -> OwnBounds.objection(own, wanted))
                .orElse(Optional.of(Problem.internal()))
                .<Checked<Reach>>map(Checked::refused)
                .orElse(Checked.valid(wanted));
    }

    /** Whoever is signed in gives what his role allows, to whatever he likes. */
    private Optional<Reach> own(Principal principal) {
        return principal.isPerson()
                ? Optional.of(Reach.of(principal.scopes()))
                : table.byId(principal.id()).map(known -> Reach.of(known.key()));
    }

    private Mono<Written> sent(ApiRequest request, Change change) {
        return Mono.fromFuture(writes.send(request, change).toCompletableFuture(), true);
    }

    /** Nobody said which version he meant, and there is a newer one than was looked at. */
    private static boolean changedMeanwhile(Target target, Written written) {
        return target.expectedVersion().isEmpty()
                && written instanceof Written.Failed(Problem problem, var _)
                && problem.code().equals("version_mismatch");
    }

    private static Written failed(Problem problem) {
        return new Written.Failed(problem, Optional.empty());
    }

    private KeyToken token(String environment, String publicId) {
        return new KeyToken(environment, publicId, mint.secretBase62(KeyToken.SECRET_LENGTH));
    }

    private ApiKey key(
            ApiRequest request, KeyDraft draft, KeyToken token, Optional<Idempotency> idempotency) {
        Instant now = mint.now();
        return new ApiKey(
                mint.id(IdKind.KEY, idempotency),
                request.workspace(),
                token.publicId(),
                draft.name().orElseThrow(),
                draft.environment(),
                draft.scopes(),
                draft.resources(),
                draft.ipAllow(),
                draft.origins(),
                hasher.hash(token.text()),
                TokenHasher.VERSION,
                null,
                draft.requestsPerMinute(),
                draft.expiresAt(),
                null,
                now,
                now);
    }
}
