package io.postrider.identity.users;

import io.postrider.domain.users.Session;
import io.postrider.domain.users.UserCommand.ChangePassword;
import io.postrider.identity.auth.SessionCookie;
import io.postrider.identity.users.AccountAuditor.Act;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.route.ApiRequest;
import java.security.SecureRandom;
import java.util.concurrent.RejectedExecutionException;
import reactor.core.publisher.Mono;

/** Changes the password of a user who has given the current one. */
final class CredentialChanges {

    private final UserSecrets secrets;
    private final Passwords passwords;
    private final SignIn signIn;
    private final LoginPolicy loginPolicy;
    private final UserWrites changes;
    private final AccountAuditor trail;
    private final SecureRandom random;

    CredentialChanges(
            UserSecrets secrets,
            Passwords passwords,
            SignIn signIn,
            LoginPolicy loginPolicy,
            UserWrites changes,
            AccountAuditor trail,
            SecureRandom random) {
        this.secrets = secrets;
        this.passwords = passwords;
        this.signIn = signIn;
        this.loginPolicy = loginPolicy;
        this.changes = changes;
        this.trail = trail;
        this.random = random;
    }

    /** Every session ends in the same decision, and the browser of the request gets a new one. */
    Mono<ApiResponse> changePassword(
            ApiRequest request, PasswordChangeForm form, AuthenticationMethods proved) {
        return passwords
                .hash(form.password())
                .flatMap(phc -> changed(request, phc, proved))
                .onErrorResume(
                        RejectedExecutionException.class, _ -> Mono.just(SignIn.overloaded()));
    }

    private Mono<ApiResponse> changed(
            ApiRequest request, String phc, AuthenticationMethods proved) {
        String cookie = SessionCookie.mint(random);
        Session session = signIn.session(request, cookie);
        return secrets.seal(request.principal().id(), UserSecrets.Part.PASSWORD, phc)
                .map(sealed ->
                        changes.once(
                                request,
                                new ChangePassword(sealed, session, proved.password()),
                                trail.telling(
                                        request,
                                        Act.PASSWORD_CHANGED,
                                        proved.method(),
                                        holds ->
                                                loginPolicy.signedIn(
                                                        holds,
                                                        UserWrites.in(holds),
                                                        session,
                                                        cookie))))
                .orElseGet(() -> Mono.just(Problem.secretsUnavailable()));
    }
}
