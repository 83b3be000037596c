package io.postrider.api.keys;

import io.postrider.api.auth.KeyTable;
import io.postrider.api.http.Answer;
import io.postrider.api.http.ApiRequest;
import io.postrider.api.http.Change;
import io.postrider.api.http.Checked;
import io.postrider.api.http.IdMint;
import io.postrider.api.http.Problem;
import io.postrider.api.http.Target;
import io.postrider.api.http.Writes;
import io.postrider.api.http.Written;
import io.postrider.api.keys.KeyFields.NewKey;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.keys.ApiKey;
import io.postrider.domain.keys.KeyCommand;
import io.postrider.domain.keys.KeyPatch;
import io.postrider.domain.keys.KeyToken;
import io.postrider.runtime.secrets.TokenHasher;
import io.postrider.schemas.Context;
import io.postrider.schemas.Idempotency;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/**
 * Makes and changes keys, within the bounds of whoever asks. The bounds are held against a key as this node knows it, and
 * the change is sent for that version alone: a key that has changed meanwhile is looked at again.
 */
final class KeyWrites {

    private final Writes writes;
    private final IdMint mint;
    private final TokenHasher hasher;
    private final KeyTable table;
    private final KeyBounds bounds;

    KeyWrites(Writes writes, IdMint mint, TokenHasher hasher, KeyTable table, KeyBounds bounds) {
        this.writes = writes;
        this.mint = mint;
        this.hasher = hasher;
        this.table = table;
        this.bounds = bounds;
    }

    /** @param answer from what became of it and the new token */
    Mono<Answer> create(
            ApiRequest request, NewKey wanted, BiFunction<Written, KeyToken, Answer> answer) {
        return bounds.within(request, Reach.of(key(request, wanted, Optional.empty()).key()))
                .answer(_ ->
                        writes.once(
                                request,
                                idempotency -> created(request, wanted, idempotency, answer)));
    }

    private CompletionStage<Answer> created(
            ApiRequest request,
            NewKey wanted,
            Optional<Idempotency> idempotency,
            BiFunction<Written, KeyToken, Answer> answer) {
        Made made = key(request, wanted, idempotency);
        ApiKey key = made.key();
        // A repeated request asks for what is there already.
        if (table.byId(key.id()).isEmpty() && table.isFull(request.workspace())) {
            return CompletableFuture.completedStage(KeyTable.full());
        }
        KeyCommand.CreateKey command = new KeyCommand.CreateKey(key);
        return writes.send(request, Change.of(Context.KEYS, key.id(), command, idempotency))
                .thenApply(written -> answer.apply(written, made.token()));
    }

    /**
     * Changes a key.
     *
     * @return what became of it, or why it was not tried
     */
    Mono<Written> update(ApiRequest request, Target target, KeyPatch patch) {
        return update(request, target, patch, KeyBounds.TRIES);
    }

    private Mono<Written> update(ApiRequest request, Target target, KeyPatch patch, int tries) {
        KeyCommand.UpdateKey command = new KeyCommand.UpdateKey(request.workspace(), patch);
        return bounds.permitted(request, target, key -> reachAfter(key, patch))
                .flatMap(permitted ->
                        switch (permitted) {
                            case Checked.Refused<Long>(Problem problem) ->
                                    Mono.just(failed(problem));
                            case Checked.Valid<Long>(Long version) ->
                                    sent(
                                            request,
                                            new Change(
                                                    Context.KEYS,
                                                    target.id(),
                                                    command,
                                                    Optional.of(version),
                                                    Optional.empty()));
                        })
                .flatMap(written ->
                        target.isOutrun(written) && tries > 1
                                ? KeyBounds.later(() -> update(request, target, patch, tries - 1))
                                : Mono.just(written));
    }

    /** A new name reaches nowhere. */
    private Optional<Reach> reachAfter(ApiKey key, KeyPatch patch) {
        Reach after = Reach.of(patch.applyTo(key, mint.now()));
        return after.equals(Reach.of(key)) ? Optional.empty() : Optional.of(after);
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

    private Mono<Written> sent(ApiRequest request, Change change) {
        return Mono.fromFuture(writes.send(request, change).toCompletableFuture(), true);
    }

    private static Written failed(Problem problem) {
        return new Written.Failed(problem, Optional.empty());
    }

    /** A key and the token that lets it in. */
    private record Made(ApiKey key, KeyToken token) {}

    private Made key(ApiRequest request, NewKey wanted, Optional<Idempotency> idempotency) {
        Instant now = mint.now();
        KeyToken token =
                new KeyToken(
                        wanted.environment(),
                        mint.secretBase62(KeyToken.PUBLIC_ID_LENGTH),
                        mint.secretBase62(KeyToken.SECRET_LENGTH));
        ApiKey blank =
                ApiKey.blank(
                        mint.id(IdKind.KEY, idempotency),
                        request.workspace(),
                        token,
                        hasher.hash(token.text()),
                        TokenHasher.VERSION,
                        now);
        return new Made(wanted.patch().applyTo(blank, now), token);
    }
}
