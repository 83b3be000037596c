package io.postrider.api.people;

import io.postrider.api.auth.UserTable;
import io.postrider.api.http.ApiRequest;
import io.postrider.api.http.Change;
import io.postrider.api.http.Problem;
import io.postrider.api.http.Writes;
import io.postrider.api.http.Written;
import io.postrider.api.people.SignIn.Outcome;
import io.postrider.domain.users.UserCommand.ClaimEmail;
import io.postrider.domain.users.UserCommand.ReleaseEmail;
import io.postrider.schemas.Actor;
import io.postrider.schemas.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Claims what a new account signs in with, and gives it back where no account came of it. */
final class AccountClaims {

    private static final Logger LOGGER = LoggerFactory.getLogger(AccountClaims.class);

    private final UserTable users;
    private final Writes writes;

    /**
     * An account that is to be made.
     *
     * @param invitedTo the workspace whose owner's share the claims take, as the account does
     */
    record Account(String id, String invitedTo) {}

    /** What is claimed: the aggregate of an address or of an account elsewhere, and its hash. */
    record Claim(String aggregate, String hash) {

        static Claim ofEmail(String hash) {
            return new Claim(UserSecrets.aggregateOf(hash), hash);
        }

        static Claim ofIdentity(String hash) {
            return new Claim(UserSecrets.aggregateOfIdentity(hash), hash);
        }
    }

    /** @param byThisRequest whether nothing was claimed before it */
    private record Taken(Claim claim, long version, boolean byThisRequest) {}

    AccountClaims(UserTable users, Writes writes) {
        this.users = users;
        this.writes = writes;
    }

    /** Makes an account once everything is claimed for it. */
    Mono<Outcome> claimed(
            ApiRequest request,
            Account account,
            List<Claim> wanted,
            Supplier<Mono<Outcome>> making) {
        List<Taken> taken = new ArrayList<>();
        return Flux.fromIterable(wanted)
                .concatMap(claim -> take(request, account, claim, taken))
                .next()
                .switchIfEmpty(Mono.defer(making))
                .flatMap(outcome ->
                        settle(request, account, taken, outcome).then(Mono.just(outcome)));
    }

    /** Empty where it is claimed. */
    private Mono<Outcome> take(
            ApiRequest request, Account account, Claim claim, List<Taken> taken) {
        return claim(request, account, claim)
                .flatMap(written ->
                        switch (written) {
                            case Written.Holds holds -> {
                                boolean made = UserWrites.madeBy(request, holds);
                                taken.add(new Taken(claim, holds.version(), made));
                                yield Mono.empty();
                            }
                            case Written.Failed(Problem problem, var _) ->
                                    Mono.just(new Outcome.Out(problem));
                            case Written.Reserved _ ->
                                    Mono.just(new Outcome.Out(Problem.internal()));
                        });
    }

    private Mono<Written> claim(ApiRequest request, Account account, Claim claim) {
        Change change =
                Change.of(
                        Context.USERS,
                        claim.aggregate(),
                        new ClaimEmail(claim.hash(), account.id()),
                        Optional.empty());
        return Mono.fromFuture(
                writes.sendAs(request, Actor.user(account.id()), account.invitedTo(), change)
                        .toCompletableFuture(),
                true);
    }

    private Mono<Void> settle(
            ApiRequest request, Account account, List<Taken> taken, Outcome outcome) {
        return Flux.fromIterable(taken)
                .concatMap(one ->
                        switch (outcome) {
                            // The request that claimed it may have given it back since.
                            case Outcome.In _ when !one.byThisRequest() ->
                                    claim(request, account, one.claim());
                            case Outcome.In _ -> Mono.<Written>empty();
                            case Outcome.Out(Problem problem)
                                    when problem.code().equals(Written.OUTCOME_UNKNOWN) ->
                                    Mono.<Written>empty();
                            case Outcome.Out _ -> release(request, account, one);
                        })
                .then();
    }

    /** Not in the share of the workspace, which may be why no account came of it. */
    private Mono<Written> release(ApiRequest request, Account account, Taken taken) {
        if (!taken.byThisRequest() || users.byId(account.id()).isPresent()) {
            return Mono.empty();
        }
        Change change =
                new Change(
                        Context.USERS,
                        taken.claim().aggregate(),
                        new ReleaseEmail(account.id()),
                        Optional.of(taken.version()),
                        Optional.empty());
        return Mono.fromFuture(
                        writes.sendAs(request, Actor.user(account.id()), change)
                                .toCompletableFuture(),
                        true)
                .doOnNext(AccountClaims::note);
    }

    private static void note(Written written) {
        if (written instanceof Written.Failed(Problem problem, var _)) {
            LOGGER.atWarn()
                    .addKeyValue("error", problem.code())
                    .log("An address that no account came of may stay taken");
        }
    }
}
