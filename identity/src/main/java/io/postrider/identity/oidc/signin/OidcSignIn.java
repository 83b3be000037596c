package io.postrider.identity.oidc.signin;

import io.postrider.domain.users.User;
import io.postrider.domain.users.UserCommand;
import io.postrider.domain.users.UserCommand.ClaimEmail;
import io.postrider.domain.users.UserCommand.LinkIdentity;
import io.postrider.identity.auth.RecentAuthentication;
import io.postrider.identity.auth.UserReplica;
import io.postrider.identity.auth.WorkspaceReplica;
import io.postrider.identity.oidc.OidcPerson;
import io.postrider.identity.users.AcceptInvitationForm;
import io.postrider.identity.users.AccountAuditor;
import io.postrider.identity.users.AccountAuditor.Act;
import io.postrider.identity.users.Accounts;
import io.postrider.identity.users.AuthenticationMethods;
import io.postrider.identity.users.InvitationAcceptance;
import io.postrider.identity.users.NonCancellable;
import io.postrider.identity.users.SignIn;
import io.postrider.identity.users.SignIn.Outcome;
import io.postrider.identity.users.UserSecrets;
import io.postrider.identity.users.UserWrites;
import io.postrider.schemas.Actor;
import io.postrider.schemas.Context;
import io.postrider.web.problem.Problem;
import io.postrider.web.resource.CommandRequest;
import io.postrider.web.resource.Versioned;
import io.postrider.web.resource.WriteResult;
import io.postrider.web.resource.Writes;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.Principal;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Finds or creates the user for an account that a provider has authenticated: the user linked to its issuer and subject; at the
 * first sign-in, the user with its verified e-mail address, or a new user invited with that address. All others are rejected.
 */
final class OidcSignIn {

    private final UserReplica users;
    private final WorkspaceReplica workspaces;
    private final UserSecrets secrets;
    private final SignIn signIn;
    private final Accounts accounts;
    private final InvitationAcceptance joining;
    private final AccountAuditor trail;
    private final RecentAuthentication recent;
    private final Writes writes;
    private final InstantSource clock;

    OidcSignIn(
            UserReplica users,
            WorkspaceReplica workspaces,
            UserSecrets secrets,
            SignIn signIn,
            Accounts accounts,
            InvitationAcceptance joining,
            AccountAuditor trail,
            RecentAuthentication recent,
            Writes writes,
            InstantSource clock) {
        this.users = users;
        this.workspaces = workspaces;
        this.secrets = secrets;
        this.signIn = signIn;
        this.accounts = accounts;
        this.joining = joining;
        this.trail = trail;
        this.recent = recent;
        this.writes = writes;
        this.clock = clock;
    }

    /**
     * @param linking the signed-in user who links the account; empty for a sign-in
     */
    Mono<Outcome> of(ApiRequest request, OidcPerson person, Optional<Principal> linking) {
        String identity = secrets.identityHash(person.issuer(), person.subject());
        Optional<User> owner = users.byIdentity(identity).map(Versioned::value);
        if (linking.isPresent()) {
            return linked(request, linking.get(), identity, owner);
        }
        return owner.map(user -> started(request, user, identity, null))
                .orElseGet(() -> firstTime(request, person, identity));
    }

    private Mono<Outcome> linked(
            ApiRequest request, Principal me, String identity, Optional<User> owner) {
        if (owner.isPresent() && !owner.get().id().equals(me.id())) {
            return refused("oidc_identity_taken", "Another user is linked to this account.");
        }
        if (owner.isPresent()) {
            return started(request, owner.get(), identity, me.session());
        }
        return recent.isRecent(me)
                ? linked(request, me.id(), identity, false, me.session())
                : refused("proof_required", "Reauthenticate before you link accounts.");
    }

    private Mono<Outcome> firstTime(ApiRequest request, OidcPerson person, String identity) {
        if (person.email().isEmpty() || !person.emailVerified()) {
            return refused(
                    "oidc_email_unverified",
                    "The provider has not verified the e-mail address of the account.");
        }
        String email = person.email().get();
        Optional<User> owner = users.byEmail(secrets.emailHash(email)).map(Versioned::value);
        if (owner.isEmpty()) {
            return invited(request, person, email, identity);
        }
        // An address may belong to another person by now, but an account of the provider does not.
        return owner.get().identity() == null
                ? linked(request, owner.get().id(), identity, true, null)
                : refused("oidc_refused", "The user is linked to another account of the provider.");
    }

    /**
     * Claims the account of the provider, links it, and begins a session; it continues to the end if the caller closes the
     * connection.
     *
     * @param sole whether all other credentials of the user end, because the user has not proved to own the address
     */
    private Mono<Outcome> linked(
            ApiRequest request,
            String user,
            String identity,
            boolean sole,
            @Nullable String replaced) {
        return NonCancellable.of(
                sent(
                                request,
                                user,
                                UserSecrets.aggregateOfIdentity(identity),
                                new ClaimEmail(identity, user))
                        .flatMap(claimed ->
                                claimed instanceof WriteResult.Holds
                                        ? sent(
                                                request,
                                                user,
                                                user,
                                                new LinkIdentity(identity, sole))
                                        : Mono.just(claimed))
                        .flatMap(written -> linked(request, user, identity, replaced, written)));
    }

    private Mono<Outcome> linked(
            ApiRequest request,
            String user,
            String identity,
            @Nullable String replaced,
            WriteResult written) {
        return switch (written) {
            case WriteResult.Holds holds -> {
                trail.did(request, holds, user, Act.IDENTITY_LINKED, "oidc");
                yield started(request, UserWrites.in(holds), identity, replaced);
            }
            case WriteResult.Failed(Problem problem, var _)
                    when problem.code().equals("email_taken") ->
                    refused("oidc_identity_taken", "Another user is linked to this account.");
            case WriteResult.Failed(Problem problem, var _) -> Mono.just(new Outcome.Out(problem));
            case WriteResult.Reserved _ -> Mono.just(new Outcome.Out(Problem.internal()));
        };
    }

    private Mono<Outcome> invited(
            ApiRequest request, OidcPerson person, String email, String identity) {
        var found = workspaces.inviting(secrets.emailHash(email), clock.instant());
        if (found.isEmpty()) {
            return refused(
                    "oidc_not_invited", "No user and no invitation has this e-mail address.");
        }
        String name =
                person.name()
                        .filter(text -> text.length() <= AcceptInvitationForm.NAME.lengthMax())
                        .orElse(email);
        return accounts.open(
                request,
                new Accounts.Wanted(email, name, null, identity, found.getFirst().workspace().id()),
                outcome -> joined(request, outcome, found));
    }

    private Mono<Outcome> joined(
            ApiRequest request, Outcome outcome, List<WorkspaceReplica.Inviting> found) {
        return outcome instanceof Outcome.In in
                ? Flux.fromIterable(found)
                        .concatMap(invited ->
                                joining.member(
                                        request,
                                        in.user().id(),
                                        invited.workspace().id(),
                                        invited.invitation().id()))
                        .then(Mono.just(outcome))
                : Mono.just(outcome);
    }

    private Mono<Outcome> started(
            ApiRequest request, User user, String identity, @Nullable String replaced) {
        return signIn.started(request, user, AuthenticationMethods.elsewhere(identity), replaced);
    }

    private <C extends Record & UserCommand> Mono<WriteResult> sent(
            ApiRequest request, String user, String aggregate, C command) {
        CommandRequest change =
                CommandRequest.of(Context.USERS, aggregate, command, Optional.empty());
        return Mono.fromFuture(
                writes.sendAs(request, Actor.user(user), change).toCompletableFuture(), true);
    }

    private static Mono<Outcome> refused(String code, String detail) {
        return Mono.just(new Outcome.Out(Problem.of(403, code, detail)));
    }
}
