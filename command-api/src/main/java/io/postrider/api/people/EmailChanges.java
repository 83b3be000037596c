package io.postrider.api.people;

import io.postrider.api.auth.KnownUser;
import io.postrider.api.auth.UserTable;
import io.postrider.api.http.Answer;
import io.postrider.api.http.ApiRequest;
import io.postrider.api.http.Arrivals;
import io.postrider.api.http.Problem;
import io.postrider.api.http.Written;
import io.postrider.api.people.MemberTrail.Act;
import io.postrider.domain.users.UserCommand.ChangeEmail;
import io.postrider.domain.users.UserCommand.ClaimEmail;
import io.postrider.domain.users.UserCommand.ReleaseEmail;
import io.postrider.schemas.Idempotency;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * Gives a user another address: claims it, then uses it, then gives the former one back, so that at no moment another user
 * can take either of them. A client that was interrupted sends the same request again.
 *
 * <p>A node changes one address of a user at a time, and a change is refused if the user has changed since this node read
 * the user. So of two changes one holds, and the other one gives back what it claimed.
 */
final class EmailChanges {

    private static final Logger LOGGER = LoggerFactory.getLogger(EmailChanges.class);
    private static final Duration ARRIVAL_MAX = Duration.ofSeconds(1);

    private final UserTable users;
    private final UserSecrets secrets;
    private final UserWrites changes;
    private final Arrivals arrivals;
    private final MemberTrail trail;

    /** Users whose address is being changed here. */
    private final Set<String> underWay = ConcurrentHashMap.newKeySet();

    /**
     * A change of an address.
     *
     * @param before the user as this node knew it when it began
     */
    private record Move(
            ApiRequest request,
            KnownUser before,
            ChangeEmail command,
            Optional<Idempotency> idempotency) {

        String userId() {
            return before.user().id();
        }
    }

    EmailChanges(
            UserTable users,
            UserSecrets secrets,
            UserWrites changes,
            Arrivals arrivals,
            MemberTrail trail) {
        this.users = users;
        this.secrets = secrets;
        this.changes = changes;
        this.arrivals = arrivals;
        this.trail = trail;
    }

    /** Changes the address of the user who is signed in. */
    Mono<Answer> change(ApiRequest request, String email, Function<Written.Holds, Answer> shown) {
        Function<Written.Holds, Answer> answer =
                trail.telling(request, Act.EMAIL_CHANGED, null, shown);
        String user = request.principal().id();
        return secrets.seal(user, UserSecrets.Part.EMAIL, email)
                .map(sealed -> new ChangeEmail(secrets.emailHash(email), sealed))
                .map(command ->
                        changes.once(
                                request,
                                idempotency ->
                                        alone(user, () -> changed(request, command, idempotency))
                                                .thenApply(written -> written.answer(answer))))
                .orElseGet(() -> Mono.just(Problem.secretsUnavailable()));
    }

    private CompletionStage<Written> alone(String user, Supplier<CompletionStage<Written>> work) {
        if (!underWay.add(user)) {
            return failed(
                    Problem.unavailable(
                            "overloaded", "Another change of the address is under way."));
        }
        boolean begun = false;
        try {
            CompletionStage<Written> stage = work.get();
            begun = true;
            return stage.whenComplete((_, _) -> underWay.remove(user));
        } finally {
            if (!begun) {
                underWay.remove(user);
            }
        }
    }

    private CompletionStage<Written> changed(
            ApiRequest request, ChangeEmail command, Optional<Idempotency> idempotency) {
        return users.byId(request.principal().id())
                .map(before -> claimed(new Move(request, before, command, idempotency)))
                .orElseGet(() -> failed(Problem.notFound()));
    }

    private CompletionStage<Written> claimed(Move move) {
        String hash = move.command().emailHash();
        return changes.send(
                        move.request(),
                        UserSecrets.aggregateOf(hash),
                        new ClaimEmail(hash, move.userId()),
                        Optional.empty())
                .thenCompose(written ->
                        written instanceof Written.Holds claim
                                ? changed(move, claim)
                                : CompletableFuture.completedStage(written));
    }

    private CompletionStage<Written> changed(Move move, Written.Holds claim) {
        return changes.send(
                        move.request(),
                        move.userId(),
                        move.command(),
                        Optional.of(move.before().version()),
                        move.idempotency())
                .thenCompose(written -> tidied(move, claim, written).thenApply(_ -> written));
    }

    /** Gives back what was replaced, and what was claimed for a change that does not hold. */
    private CompletionStage<@Nullable Void> tidied(
            Move move, Written.Holds claim, Written written) {
        return switch (written) {
            case Written.Holds _ ->
                    released(move, move.before().user().emailHash(), Optional.empty())
                            .thenCompose(_ -> releasedClaim(move, claim));
            case Written.Failed failed when failed.isFinal() ->
                    arrived(move, failed)
                            .thenCompose(known -> known ? releasedClaim(move, claim) : done());
            case Written.Failed _, Written.Reserved _ -> done();
        };
    }

    /** Whether this node knows what the user was when the change was refused. */
    private CompletionStage<Boolean> arrived(Move move, Written.Failed failed) {
        return failed.token()
                .map(token -> arrivals.of(move.request().tenant(), token, ARRIVAL_MAX))
                .orElseGet(() -> CompletableFuture.completedStage(true));
    }

    /** A claim that another request made is for that one to give back. */
    private CompletionStage<@Nullable Void> releasedClaim(Move move, Written.Holds claim) {
        return UserWrites.madeBy(move.request(), claim)
                ? released(move, move.command().emailHash(), Optional.of(claim.version()))
                : done();
    }

    /** @param version of the claim that is given back */
    private CompletionStage<@Nullable Void> released(
            Move move, String hash, Optional<Long> version) {
        if (users.byId(move.userId()).stream()
                .anyMatch(known -> known.user().emailHash().equals(hash))) {
            return done();
        }
        return changes.send(
                        move.request(),
                        UserSecrets.aggregateOf(hash),
                        new ReleaseEmail(move.userId()),
                        version,
                        Optional.empty())
                .<@Nullable Void>thenApply(written -> noted(move, written));
    }

    private static @Nullable Void noted(Move move, Written written) {
        if (written instanceof Written.Failed(Problem problem, var _)) {
            LOGGER.atWarn()
                    .addKeyValue("user", move.userId())
                    .addKeyValue("error", problem.code())
                    .log("An address that is not used any more may stay taken");
        }
        return null;
    }

    private static CompletionStage<@Nullable Void> done() {
        return CompletableFuture.completedStage(null);
    }

    private static CompletionStage<Written> failed(Problem problem) {
        return CompletableFuture.completedStage(new Written.Failed(problem, Optional.empty()));
    }
}
