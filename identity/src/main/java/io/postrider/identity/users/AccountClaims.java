package io.postrider.identity.users;

import io.postrider.domain.users.UserCommand.ClaimEmail;
import io.postrider.identity.users.SignIn.Outcome;
import io.postrider.schemas.Actor;
import io.postrider.schemas.Context;
import io.postrider.web.problem.Problem;
import io.postrider.web.resource.CommandRequest;
import io.postrider.web.resource.WriteResult;
import io.postrider.web.resource.Writes;
import io.postrider.web.route.ApiRequest;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Claims the credentials of a new account: its address and its account at a provider. A claim whose account is not created is
 * not released here: another request for the same account may need it by then, and continues from it. {@link ClaimReconciler}
 * releases it later.
 */
final class AccountClaims {

    private final Writes writes;

    /**
     * An account to create.
     *
     * @param invitedTo the workspace whose owner's share the claims take
     */
    record Account(String id, String invitedTo) {}

    /** The claim on an address or an account of a provider: its aggregate and hash. */
    record Claim(String aggregate, String hash) {

        static Claim ofEmail(String hash) {
            return new Claim(UserSecrets.aggregateOf(hash), hash);
        }

        static Claim ofIdentity(String hash) {
            return new Claim(UserSecrets.aggregateOfIdentity(hash), hash);
        }
    }

    AccountClaims(Writes writes) {
        this.writes = writes;
    }

    /** Creates an account after all its claims; the first rejected claim is the outcome. */
    Mono<Outcome> claimed(
            ApiRequest request,
            Account account,
            List<Claim> wanted,
            Supplier<Mono<Outcome>> making) {
        return Flux.fromIterable(wanted)
                .concatMap(claim -> refusal(request, account, claim))
                .next()
                .switchIfEmpty(Mono.defer(making));
    }

    /** The rejection of a claim; empty if the claim holds. */
    private Mono<Outcome> refusal(ApiRequest request, Account account, Claim claim) {
        return claim(request, account, claim)
                .flatMap(written ->
                        switch (written) {
                            case WriteResult.Holds _ -> Mono.empty();
                            case WriteResult.Failed(Problem problem, var _) ->
                                    Mono.just(new Outcome.Out(problem));
                            case WriteResult.Reserved _ ->
                                    Mono.just(new Outcome.Out(Problem.internal()));
                        });
    }

    private Mono<WriteResult> claim(ApiRequest request, Account account, Claim claim) {
        CommandRequest change =
                CommandRequest.of(
                        Context.USERS,
                        claim.aggregate(),
                        new ClaimEmail(claim.hash(), account.id()),
                        Optional.empty());
        return Mono.fromFuture(
                writes.sendAs(request, Actor.user(account.id()), account.invitedTo(), change)
                        .toCompletableFuture(),
                true);
    }
}
