package io.postrider.identity.users;

import io.postrider.web.problem.Problem;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.server.ClientAddress;
import java.time.Duration;
import java.util.Optional;

/** Counts the sign-in attempts of a request, by its network and by its target. */
final class LoginAttempts {

    private final LoginThrottle throttle;
    private final ClientAddress addresses;

    LoginAttempts(LoginThrottle throttle, ClientAddress addresses) {
        this.throttle = throttle;
        this.addresses = addresses;
    }

    /**
     * Begins an attempt, which counts as failed until it succeeds.
     *
     * @param target hash of the address or name of the target
     * @return the reason why the attempt is rejected; empty if it is not
     */
    Optional<Problem> begin(ApiRequest request, String target) {
        return throttle.begin(addresses.network(request.server()), target)
                .map(LoginAttempts::tooMany);
    }

    /** Records a successful attempt. */
    void right(ApiRequest request, String target) {
        throttle.succeeded(addresses.network(request.server()), target);
    }

    /** Takes back an attempt that was not decided. */
    void undecided(ApiRequest request, String target) {
        throttle.undecided(addresses.network(request.server()), target);
    }

    /**
     * Begins an attempt of a second factor, which counts as failed until it succeeds. It requires the password, so another
     * person cannot lock a user out by it.
     *
     * @return the reason why the attempt is rejected; empty if it is not
     */
    Optional<Problem> beginCode(String userId) {
        return throttle.beginCode(userId).map(LoginAttempts::tooMany);
    }

    /** Records a right code. */
    void codeRight(String userId) {
        throttle.codeSucceeded(userId);
    }

    /** Takes back the attempt of a code that was not decided. */
    void codeUndecided(String userId) {
        throttle.codeUndecided(userId);
    }

    /**
     * Begins a session of an authenticated user.
     *
     * @return the reason why the session is rejected; empty if it is not
     */
    Optional<Problem> beginSession(String userId) {
        return throttle.beginSession(userId)
                .map(pause ->
                        tooMany(
                                pause,
                                "The user has signed in too often. Retry after the number of seconds in Retry-After."));
    }

    private static Problem tooMany(Duration pause) {
        return tooMany(
                pause,
                "Too many sign-in attempts failed. Retry after the number of seconds in Retry-After.");
    }

    private static Problem tooMany(Duration pause, String detail) {
        return Problem.of(429, "too_many_tries", detail)
                .retryAfter(Math.max(1, pause.plusMillis(999).toSeconds()));
    }
}
