package io.postrider.identity.users;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.users.Totp;
import io.postrider.domain.users.User;
import io.postrider.identity.auth.RecentAuthentication;
import io.postrider.identity.auth.UserReplica;
import io.postrider.identity.users.SecondFactors.Proof;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.Versioned;
import io.postrider.web.route.ApiRequest;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiFunction;
import reactor.core.publisher.Mono;

/** Authenticates a signed-in user again. Failed attempts count for the same throttle as those of the sign-in. */
final class StepUpAuthentication {

    private static final int UNAUTHORIZED = 401;

    private final UserReplica users;
    private final SignIn signIn;
    private final SecondFactors factors;
    private final LoginAttempts tries;
    private final AccountAuditor trail;
    private final RecentAuthentication recent;
    private final InstantSource clock;

    StepUpAuthentication(
            UserReplica users,
            SignIn signIn,
            SecondFactors factors,
            LoginAttempts tries,
            AccountAuditor trail,
            RecentAuthentication recent,
            InstantSource clock) {
        this.users = users;
        this.signIn = signIn;
        this.factors = factors;
        this.tries = tries;
        this.trail = trail;
        this.recent = recent;
        this.clock = clock;
    }

    /** Requires the password; from a user without a password, a recent sign-in. */
    Mono<ApiResponse> password(
            ApiRequest request,
            ProofForm form,
            BiFunction<User, AuthenticationMethods, Mono<ApiResponse>> next) {
        return known(request)
                .answer(user ->
                        user.password() == null
                                ? recent.of(request)
                                        .answer(_ ->
                                                next.apply(
                                                        user,
                                                        AuthenticationMethods.by(user, Proof.NONE)))
                                : proved(request, user, form, false, next));
    }

    /** Requires the password of a user who has one, and a code from a user with a second factor. */
    Mono<ApiResponse> everything(
            ApiRequest request,
            ProofForm form,
            BiFunction<User, AuthenticationMethods, Mono<ApiResponse>> next) {
        return known(request).answer(user -> proved(request, user, form, true, next));
    }

    private Validated<User> known(ApiRequest request) {
        return users.byId(request.principal().id())
                .map(Versioned::value)
                .map(Validated::valid)
                .orElseGet(() -> Validated.refused(Problem.notFound()));
    }

    private Mono<ApiResponse> proved(
            ApiRequest request,
            User user,
            ProofForm form,
            boolean withCode,
            BiFunction<User, AuthenticationMethods, Mono<ApiResponse>> next) {
        if (user.password() != null && form.password().isEmpty()) {
            return Mono.just(
                    Problem.invalid(
                            new FieldError(
                                    form.pointer(), "required", "The password is required.")));
        }
        Optional<Problem> pause = tries.begin(request, user.emailHash());
        if (pause.isPresent()) {
            return Mono.just(pause.get());
        }
        return isRight(user, form)
                .map(right ->
                        right
                                ? code(user, form, withCode)
                                : Validated.<Proof>refused(passwordWrong(form.pointer())))
                .onErrorResume(
                        RejectedExecutionException.class,
                        _ -> Mono.just(Validated.<Proof>refused(SignIn.overloaded())))
                .doOnNext(checked -> note(request, user, checked))
                .flatMap(checked ->
                        checked.answer(
                                proof -> next.apply(user, AuthenticationMethods.by(user, proof))));
    }

    private Mono<Boolean> isRight(User user, ProofForm form) {
        return user.password() == null
                ? Mono.just(true)
                : signIn.matches(Optional.of(user), form.password().orElseThrow());
    }

    /** The decider checks whether a user has a second factor, as it does for repeated requests. */
    private Validated<Proof> code(User user, ProofForm form, boolean withCode) {
        Totp totp = user.totp();
        if (totp == null || !withCode) {
            return Validated.valid(Proof.NONE);
        }
        if (form.code().isEmpty()) {
            return Validated.refused(codeRequired());
        }
        Optional<Problem> pause = tries.beginCode(user.id());
        if (pause.isPresent()) {
            return Validated.refused(pause.get());
        }
        Optional<Proof> proof = factors.check(user, totp, form.code().get(), clock.instant());
        proof.ifPresent(_ -> tries.codeRight(user.id()));
        return proof.map(Validated::valid).orElseGet(() -> Validated.refused(codeWrong()));
    }

    private void note(ApiRequest request, User user, Validated<Proof> checked) {
        switch (checked) {
            case Validated.Valid<Proof> _ -> tries.right(request, user.emailHash());
            case Validated.Refused<Proof>(Problem problem) when problem.code().endsWith("_wrong") ->
                    trail.refused(request, Optional.of(user), problem.code());
            case Validated.Refused<Proof> _ -> tries.undecided(request, user.emailHash());
        }
    }

    private static Problem passwordWrong(String pointer) {
        return atFault(403, pointer, "password_wrong", "The password is wrong.");
    }

    private static Problem codeRequired() {
        return atFault(
                403, "/code", "second_factor_required", "A code of the second factor is required.");
    }

    /** The problem of a wrong code for a user whose session continues. */
    static Problem codeWrong() {
        return codeWrong(403);
    }

    static Problem codeWrong(int status) {
        return atFault(
                status, "/code", "second_factor_wrong", "The code is wrong or was already used.");
    }

    private static Problem atFault(int status, String pointer, String code, String detail) {
        return Problem.of(status, code, detail)
                .withFields(List.of(new FieldError(pointer, code, detail)));
    }

    /**
     * Translates a rejection of the decider for a user whose session continues.
     *
     * @param pointer JSON pointer of the password
     */
    static ApiResponse asSignedIn(ApiResponse answer, String pointer) {
        if (!(answer instanceof Problem problem) || problem.status() != UNAUTHORIZED) {
            return answer;
        }
        return switch (problem.code()) {
            case "sign_in_refused" -> passwordWrong(pointer);
            case "second_factor_required" -> codeRequired();
            case "second_factor_wrong" -> codeWrong();
            default -> throw new IllegalArgumentException("code: " + problem.code());
        };
    }
}
