package io.postrider.identity.users;

import io.postrider.domain.users.Session;
import io.postrider.domain.users.Totp;
import io.postrider.domain.users.User;
import io.postrider.domain.users.UserCommand.StartSession;
import io.postrider.identity.auth.SessionCookie;
import io.postrider.identity.auth.SessionSettings;
import io.postrider.identity.auth.UserReplica;
import io.postrider.identity.users.AccountAuditor.Act;
import io.postrider.identity.users.SecondFactors.Proof;
import io.postrider.schemas.Actor;
import io.postrider.schemas.Context;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.resource.CommandRequest;
import io.postrider.web.resource.Versioned;
import io.postrider.web.resource.WriteResult;
import io.postrider.web.resource.Writes;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.server.UserAgent;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Authenticates a user by password and second factor, and begins a session. An unknown user and a wrong password get the same
 * response in the same time.
 */
public final class SignIn {

    private static final int UNAUTHORIZED = 401;

    private final UserReplica users;
    private final UserSecrets secrets;
    private final Passwords passwords;
    private final SecondFactors factors;
    private final LoginAttempts tries;
    private final AccountAuditor trail;
    private final SessionSettings settings;
    private final Writes writes;
    private final SecureRandom random;
    private final InstantSource clock;

    SignIn(
            UserReplica users,
            UserSecrets secrets,
            Passwords passwords,
            SecondFactors factors,
            LoginAttempts tries,
            AccountAuditor trail,
            SessionSettings settings,
            Writes writes,
            SecureRandom random,
            InstantSource clock) {
        this.users = users;
        this.secrets = secrets;
        this.passwords = passwords;
        this.factors = factors;
        this.tries = tries;
        this.trail = trail;
        this.settings = settings;
        this.writes = writes;
        this.random = random;
        this.clock = clock;
    }

    /** The outcome of a sign-in. */
    public sealed interface Outcome {

        /** The user is signed in; only the user's browser gets the value of the cookie. */
        record In(WriteResult.Holds holds, User user, Session session, String cookie)
                implements Outcome {

            @Override
            public String toString() {
                return "In[" + user + "]";
            }
        }

        /** The sign-in is rejected. */
        record Out(ApiResponse answer) implements Outcome {}
    }

    Mono<Outcome> of(ApiRequest request, SignInForm form) {
        String emailHash = secrets.emailHash(form.email());
        Optional<Problem> pause = tries.begin(request, emailHash);
        if (pause.isPresent()) {
            return Mono.just(new Outcome.Out(pause.get()));
        }
        Optional<User> known = users.byEmail(emailHash).map(Versioned::value);
        return matches(known, form.password())
                .flatMap(matches ->
                        matches && known.isPresent()
                                ? proved(request, form, known.get())
                                : Mono.just(new Outcome.Out(refused())))
                .onErrorResume(
                        RejectedExecutionException.class,
                        _ -> Mono.just(new Outcome.Out(overloaded())))
                .doOnNext(outcome -> note(request, outcome, emailHash, known));
    }

    /** Whether a password is the user's; the check of a user without a password takes as long. */
    Mono<Boolean> matches(Optional<User> known, String password) {
        Optional<String> phc = known.flatMap(this::password);
        return passwords.matches(password, phc);
    }

    private Optional<String> password(User user) {
        return Optional.ofNullable(user.password())
                .flatMap(sealed -> secrets.open(user.id(), UserSecrets.Part.PASSWORD, sealed));
    }

    private Mono<Outcome> proved(ApiRequest request, SignInForm form, User user) {
        Totp totp = user.totp();
        if (totp == null) {
            return started(request, user, AuthenticationMethods.by(user, Proof.NONE), null);
        }
        if (form.code().isEmpty()) {
            return Mono.just(
                    new Outcome.Out(
                            Problem.of(
                                    401,
                                    "second_factor_required",
                                    "A code of the second factor is required.")));
        }
        Optional<Problem> pause = tries.beginCode(user.id());
        if (pause.isPresent()) {
            return Mono.just(new Outcome.Out(pause.get()));
        }
        return factors.check(user, totp, form.code().get(), clock.instant())
                .map(proof -> started(request, user, AuthenticationMethods.by(user, proof), null))
                .orElseGet(() ->
                        Mono.just(new Outcome.Out(StepUpAuthentication.codeWrong(UNAUTHORIZED))))
                .doOnNext(outcome -> noteCode(outcome, user.id()));
    }

    /**
     * Begins a session.
     *
     * @param replaced hash of a session that the new one replaces; null for none
     */
    public Mono<Outcome> started(
            ApiRequest request,
            User user,
            AuthenticationMethods proved,
            @Nullable String replaced) {
        return tries.beginSession(user.id())
                .<Mono<Outcome>>map(problem -> Mono.just(new Outcome.Out(problem)))
                .orElseGet(() -> sent(request, user, proved, replaced));
    }

    private Mono<Outcome> sent(
            ApiRequest request,
            User user,
            AuthenticationMethods proved,
            @Nullable String replaced) {
        String cookie = SessionCookie.mint(random);
        Session session = session(request, cookie);
        StartSession command =
                new StartSession(
                        session,
                        proved.code().step().orElse(null),
                        proved.code().recoveryHash().orElse(null),
                        proved.password(),
                        proved.identity(),
                        replaced);
        CommandRequest change =
                CommandRequest.of(Context.USERS, user.id(), command, Optional.empty());
        Act act = replaced == null ? Act.SIGNED_IN : Act.SESSION_RENEWED;
        // Recorded on the stage: the command continues if the caller closes the connection.
        return Mono.fromFuture(
                writes.sendAs(request, Actor.user(user.id()), change)
                        .thenApply(written -> told(request, written, act, proved.method()))
                        .thenApply(written -> outcome(written, session, cookie))
                        .toCompletableFuture(),
                true);
    }

    private WriteResult told(
            ApiRequest request, WriteResult written, Act act, @Nullable String method) {
        if (written instanceof WriteResult.Holds holds) {
            trail.did(request, holds, UserWrites.in(holds).id(), act, method);
        }
        return written;
    }

    private static Outcome outcome(WriteResult written, Session session, String cookie) {
        return switch (written) {
            case WriteResult.Holds holds ->
                    new Outcome.In(holds, UserWrites.in(holds), session, cookie);
            case WriteResult.Failed(Problem problem, var _) -> new Outcome.Out(problem);
            case WriteResult.Reserved _ -> new Outcome.Out(Problem.internal());
        };
    }

    /** A session that begins now, in the browser of the request. */
    Session session(ApiRequest request, String cookie) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        return new Session(
                secrets.hash(cookie),
                UserAgent.of(request.headers()),
                now,
                now.plus(settings.longest()));
    }

    private void note(ApiRequest request, Outcome outcome, String emailHash, Optional<User> known) {
        switch (outcome) {
            case Outcome.In _ -> tries.right(request, emailHash);
            case Outcome.Out(Problem problem) when isWrong(problem) ->
                    trail.refused(request, known, problem.code());
            case Outcome.Out _ -> tries.undecided(request, emailHash);
        }
    }

    private void noteCode(Outcome outcome, String userId) {
        switch (outcome) {
            case Outcome.In _ -> tries.codeRight(userId);
            case Outcome.Out(Problem problem) when isWrong(problem) -> {}
            case Outcome.Out _ -> tries.codeUndecided(userId);
        }
    }

    private static boolean isWrong(Problem problem) {
        return problem.status() == UNAUTHORIZED && !problem.code().equals("second_factor_required");
    }

    private static Problem refused() {
        return Problem.of(401, "sign_in_refused", "The e-mail address or the password is wrong.");
    }

    static Problem overloaded() {
        return Problem.unavailable("overloaded", "Too many sign-ins are in progress.");
    }
}
