package io.postrider.identity.users;

import io.postrider.domain.workspaces.WorkspaceCommand.Join;
import io.postrider.identity.auth.UserReplica;
import io.postrider.identity.users.InvitationLookup.Found;
import io.postrider.schemas.Actor;
import io.postrider.schemas.Context;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.resource.CommandRequest;
import io.postrider.web.resource.WriteResult;
import io.postrider.web.resource.Writes;
import io.postrider.web.route.ApiRequest;
import java.util.Optional;
import reactor.core.publisher.Mono;

/**
 * Accepts an invitation, with the account of the invited address or with a new one. Each step can be repeated, so a client
 * without a response sends the same request again.
 */
public final class InvitationAcceptance {

    private final UserReplica users;
    private final SignIn signIn;
    private final Accounts accounts;
    private final InvitationSecrets secrets;
    private final LoginPolicy loginPolicy;
    private final Writes writes;

    InvitationAcceptance(
            UserReplica users,
            SignIn signIn,
            Accounts accounts,
            InvitationSecrets secrets,
            LoginPolicy loginPolicy,
            Writes writes) {
        this.users = users;
        this.signIn = signIn;
        this.accounts = accounts;
        this.secrets = secrets;
        this.loginPolicy = loginPolicy;
        this.writes = writes;
    }

    Mono<ApiResponse> of(ApiRequest request, AcceptInvitationForm form, Found found) {
        String email = secrets.email(found.workspace().id(), found.invitation());
        if (email.isEmpty()) {
            return Mono.just(Problem.secretsUnavailable());
        }
        // Every caller gets the errors of a weak password, so that they do not reveal whether an
        // account exists.
        return PasswordRule.objection("/password", form.password(), email)
                .map(fault -> Mono.<ApiResponse>just(Problem.invalid(fault)))
                .orElseGet(() -> allowed(request, form, email, found));
    }

    private Mono<ApiResponse> allowed(
            ApiRequest request, AcceptInvitationForm form, String email, Found found) {
        return users.byEmail(accounts.hash(email)).isPresent()
                ? signIn.of(request, new SignInForm(email, form.password(), form.code()))
                        .flatMap(outcome -> joined(request, outcome, found))
                : accounts.open(
                        request,
                        new Accounts.Wanted(
                                email,
                                form.name().orElse(local(email)),
                                form.password(),
                                null,
                                found.workspace().id()),
                        outcome -> joined(request, outcome, found));
    }

    private Mono<ApiResponse> joined(ApiRequest request, SignIn.Outcome outcome, Found found) {
        return switch (outcome) {
            case SignIn.Outcome.Out(ApiResponse answer) -> Mono.just(answer);
            case SignIn.Outcome.In in -> joined(request, in, found);
        };
    }

    private static String local(String email) {
        return email.substring(0, email.lastIndexOf('@'));
    }

    private Mono<ApiResponse> joined(ApiRequest request, SignIn.Outcome.In in, Found found) {
        return member(request, in.user().id(), found.workspace().id(), found.invitation().id())
                .map(written ->
                        written.answer(holds ->
                                loginPolicy.signedIn(holds, in.user(), in.session(), in.cookie())));
    }

    /** Makes a user a member by an invitation. */
    public Mono<WriteResult> member(
            ApiRequest request, String user, String workspace, String invitation) {
        CommandRequest change =
                CommandRequest.of(
                        Context.WORKSPACES,
                        workspace,
                        new Join(invitation, user),
                        Optional.empty());
        return Mono.fromFuture(
                writes.sendAs(request, Actor.user(user), workspace, change).toCompletableFuture(),
                true);
    }
}
