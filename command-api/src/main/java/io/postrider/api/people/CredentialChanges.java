package io.postrider.api.people;

import io.postrider.api.auth.SessionCookie;
import io.postrider.api.http.Answer;
import io.postrider.api.http.ApiRequest;
import io.postrider.api.http.Problem;
import io.postrider.api.http.Written;
import io.postrider.api.people.MemberTrail.Act;
import io.postrider.domain.users.Session;
import io.postrider.domain.users.User;
import io.postrider.domain.users.UserCommand.ChangeEmail;
import io.postrider.domain.users.UserCommand.ChangePassword;
import io.postrider.domain.users.UserCommand.ClaimEmail;
import io.postrider.domain.users.UserCommand.ReleaseEmail;
import io.postrider.schemas.Idempotency;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/** Changes what somebody signs in with, once he has proved who he is. */
final class CredentialChanges {

    private static final Logger LOGGER = LoggerFactory.getLogger(CredentialChanges.class);

    private final UserSecrets secrets;
    private final Passwords passwords;
    private final SignIn signIn;
    private final Entrance entrance;
    private final UserWrites changes;
    private final MemberTrail trail;
    private final SecureRandom random;

    CredentialChanges(
            UserSecrets secrets,
            Passwords passwords,
            SignIn signIn,
            Entrance entrance,
            UserWrites changes,
            MemberTrail trail,
            SecureRandom random) {
        this.secrets = secrets;
        this.passwords = passwords;
        this.signIn = signIn;
        this.entrance = entrance;
        this.changes = changes;
        this.trail = trail;
        this.random = random;
    }

    /**
     * Claims the new address, then uses it, then gives the old one back: whoever is interrupted sends the same again, and at no
     * moment is either of them anybody else's.
     */
    Mono<Answer> changeEmail(
            ApiRequest request, User user, String email, Function<Written.Holds, Answer> shown) {
        Function<Written.Holds, Answer> answer =
                trail.telling(request, Act.EMAIL_CHANGED, null, shown);
        String hash = secrets.emailHash(email);
        return secrets.seal(user.id(), UserSecrets.Part.EMAIL, email)
                .map(sealed -> new ChangeEmail(hash, sealed))
                .map(command ->
                        changes.once(
                                request,
                                idempotency ->
                                        claimed(request, user, command, idempotency)
                                                .thenCompose(written ->
                                                        released(request, user, hash, written))
                                                .thenApply(written -> written.answer(answer))))
                .orElseGet(() -> Mono.just(Problem.secretsUnavailable()));
    }

    private CompletionStage<Written> claimed(
            ApiRequest request, User user, ChangeEmail command, Optional<Idempotency> idempotency) {
        ClaimEmail claim = new ClaimEmail(command.emailHash(), user.id());
        return changes.send(
                        request,
                        UserSecrets.aggregateOf(command.emailHash()),
                        claim,
                        Optional.empty())
                .thenCompose(written ->
                        written instanceof Written.Holds
                                ? changes.send(request, command, idempotency)
                                : CompletableFuture.completedStage(written));
    }

    private CompletionStage<Written> released(
            ApiRequest request, User before, String newHash, Written changed) {
        if (!(changed instanceof Written.Holds) || before.emailHash().equals(newHash)) {
            return CompletableFuture.completedStage(changed);
        }
        return changes.send(
                        request,
                        UserSecrets.aggregateOf(before.emailHash()),
                        new ReleaseEmail(before.id()),
                        Optional.empty())
                .thenApply(released -> {
                    if (released instanceof Written.Failed(Problem problem, var _)) {
                        LOGGER.atWarn()
                                .addKeyValue("user", before.id())
                                .addKeyValue("error", problem.code())
                                .log("An address that is not used any more stays taken");
                    }
                    return changed;
                });
    }

    /** Every session ends in the same decision, and the browser that asks gets a new one. */
    Mono<Answer> changePassword(ApiRequest request, PasswordChangeForm form, Proved proved) {
        return passwords
                .hash(form.password())
                .flatMap(phc -> changed(request, phc, proved))
                .onErrorResume(
                        RejectedExecutionException.class, _ -> Mono.just(SignIn.overloaded()));
    }

    private Mono<Answer> changed(ApiRequest request, String phc, Proved proved) {
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
                                                entrance.signedIn(
                                                        holds,
                                                        UserWrites.in(holds),
                                                        session,
                                                        cookie))))
                .orElseGet(() -> Mono.just(Problem.secretsUnavailable()));
    }
}
