package io.postrider.identity.users;

import io.postrider.domain.users.User;
import io.postrider.domain.users.UserCommand.ChangeEmail;
import io.postrider.domain.users.UserCommand.ClaimEmail;
import io.postrider.domain.users.UserCommand.ReleaseEmail;
import io.postrider.identity.auth.AddressClaim;
import io.postrider.identity.auth.UserReplica;
import io.postrider.identity.users.AccountAuditor.Act;
import io.postrider.schemas.Idempotency;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.resource.Versioned;
import io.postrider.web.resource.WriteResult;
import io.postrider.web.route.ApiRequest;
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
 * Changes the address of a user: claims the new address, then uses it, then releases the former one, so that another user can
 * take neither of them at any moment. A client sends an interrupted request again.
 *
 * <p>A node changes one address of a user at a time, and rejects a change if the user's address has changed since it began. The
 * claim of a rejected change is not released here, since another request may need it by then; {@link ClaimReconciler} releases
 * it later, like a former address that stays claimed.
 */
final class EmailChanges {

    private static final Logger LOGGER = LoggerFactory.getLogger(EmailChanges.class);

    /** Maximum number of addresses claimed for a user; beyond it, no change begins. */
    static final int CLAIMS_MAX = 4;

    private final UserReplica users;
    private final UserSecrets secrets;
    private final UserWrites changes;
    private final AccountAuditor trail;

    /** The users whose address this node is changing. */
    private final Set<String> underWay = ConcurrentHashMap.newKeySet();

    /** The new address: its hash, and its text under the user's data key. */
    private record Wanted(String hash, String sealed) {}

    /**
     * A change of an address.
     *
     * @param before the user as this node knew it at the beginning
     * @param former the version of the former address's claim as this node knew it at the beginning
     */
    private record Move(
            ApiRequest request,
            User before,
            Optional<Long> former,
            Wanted wanted,
            Optional<Idempotency> idempotency) {

        String userId() {
            return before.id();
        }

        ChangeEmail command() {
            return new ChangeEmail(wanted.hash(), wanted.sealed(), before.emailHash());
        }

        /** Whether the former address can be released: this request made the change, and the version is known. */
        boolean isOver(WriteResult.Holds holds) {
            return UserWrites.madeBy(request, holds)
                    && former.isPresent()
                    && !before.emailHash().equals(wanted.hash());
        }
    }

    EmailChanges(UserReplica users, UserSecrets secrets, UserWrites changes, AccountAuditor trail) {
        this.users = users;
        this.secrets = secrets;
        this.changes = changes;
        this.trail = trail;
    }

    /** Changes the address of the signed-in user. */
    Mono<ApiResponse> change(
            ApiRequest request, String email, Function<WriteResult.Holds, ApiResponse> shown) {
        Function<WriteResult.Holds, ApiResponse> answer =
                trail.telling(request, Act.EMAIL_CHANGED, null, shown);
        String user = request.principal().id();
        String hash = secrets.emailHash(email);
        return secrets.seal(user, UserSecrets.Part.EMAIL, email)
                .map(sealed ->
                        changes.once(
                                request,
                                idempotency ->
                                        alone(
                                                        user,
                                                        () ->
                                                                changed(
                                                                        request,
                                                                        new Wanted(hash, sealed),
                                                                        idempotency))
                                                .thenApply(written -> written.answer(answer))))
                .orElseGet(() -> Mono.just(Problem.secretsUnavailable()));
    }

    private CompletionStage<WriteResult> alone(
            String user, Supplier<CompletionStage<WriteResult>> work) {
        if (!underWay.add(user)) {
            return failed(
                    Problem.unavailable(
                            "overloaded", "Another change of the e-mail address is in progress."));
        }
        boolean begun = false;
        try {
            CompletionStage<WriteResult> stage = work.get();
            begun = true;
            return stage.whenComplete((_, _) -> underWay.remove(user));
        } finally {
            if (!begun) {
                underWay.remove(user);
            }
        }
    }

    private CompletionStage<WriteResult> changed(
            ApiRequest request, Wanted wanted, Optional<Idempotency> idempotency) {
        return users.byId(request.principal().id())
                .map(Versioned::value)
                .map(before ->
                        isCrowded(before, wanted)
                                ? failed(crowded())
                                : claimed(
                                        new Move(
                                                request,
                                                before,
                                                claim(before),
                                                wanted,
                                                idempotency)))
                .orElseGet(() -> failed(Problem.notFound()));
    }

    /** A claim that the user already has does not count twice. */
    private boolean isCrowded(User user, Wanted wanted) {
        return users.addressesOf(user.id()) >= CLAIMS_MAX && claim(user, wanted.hash()).isEmpty();
    }

    private static Problem crowded() {
        return Problem.of(
                        429,
                        "too_many_tries",
                        "Too many changes of the e-mail address failed. Retry after the number of seconds in Retry-After.")
                .retryAfter(ClaimReconciler.FREE_WITHIN.toSeconds());
    }

    private Optional<Long> claim(User user) {
        return claim(user, user.emailHash());
    }

    private Optional<Long> claim(User user, String hash) {
        return users.claim(UserSecrets.aggregateOf(hash))
                .filter(claim -> claim.userId().equals(user.id()))
                .map(AddressClaim::version);
    }

    private CompletionStage<WriteResult> claimed(Move move) {
        String hash = move.wanted().hash();
        return changes.send(
                        move.request(),
                        UserSecrets.aggregateOf(hash),
                        new ClaimEmail(hash, move.userId()),
                        Optional.empty())
                .thenCompose(written ->
                        written instanceof WriteResult.Holds
                                ? changed(move)
                                : CompletableFuture.completedStage(written));
    }

    private CompletionStage<WriteResult> changed(Move move) {
        return changes.send(move.request(), move.userId(), move.command(), move.idempotency())
                .thenCompose(written ->
                        written instanceof WriteResult.Holds holds && move.isOver(holds)
                                ? released(move).thenApply(_ -> written)
                                : CompletableFuture.completedStage(written));
    }

    /** Releases only the claim of the beginning of the change: a user who has claimed the address since then keeps it. */
    private CompletionStage<WriteResult> released(Move move) {
        return changes.send(
                        move.request(),
                        UserSecrets.aggregateOf(move.before().emailHash()),
                        new ReleaseEmail(move.userId()),
                        move.former(),
                        Optional.empty())
                .whenComplete((written, _) -> note(move, written));
    }

    private static void note(Move move, @Nullable WriteResult written) {
        if (written instanceof WriteResult.Failed(Problem problem, var _)) {
            LOGGER.atInfo()
                    .addKeyValue("user", move.userId())
                    .addKeyValue("error", problem.code())
                    .log("A former e-mail address was not released; retrying later");
        }
    }

    private static CompletionStage<WriteResult> failed(Problem problem) {
        return CompletableFuture.completedStage(new WriteResult.Failed(problem, Optional.empty()));
    }
}
