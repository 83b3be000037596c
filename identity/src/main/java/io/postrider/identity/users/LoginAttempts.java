package io.postrider.identity.users;

import io.postrider.web.problem.Problem;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.server.ClientAddress;
import java.time.Duration;
import java.util.Optional;

/** Counts what somebody tries who may be guessing, by where he is and by what he tries. */
final class LoginAttempts {

    private final LoginThrottle throttle;
    private final ClientAddress addresses;

    LoginAttempts(LoginThrottle throttle, ClientAddress addresses) {
        this.throttle = throttle;
        this.addresses = addresses;
    }

    /**
     * Begins a try, which counts as wrong until it is known to be none.
     *
     * @param target what is tried, as the hash of an address
     * @return why it is not looked at, if so
     */
    Optional<Problem> begin(ApiRequest request, String target) {
        return throttle.begin(addresses.network(request.server()), target)
                .map(LoginAttempts::tooMany);
    }

    /** A try was right. */
    void right(ApiRequest request, String target) {
        throttle.succeeded(addresses.network(request.server()), target);
    }

    /** A try was not looked at to its end. */
    void undecided(ApiRequest request, String target) {
        throttle.undecided(addresses.network(request.server()), target);
    }

    /**
     * Begins a try of a second factor, which counts as wrong until it is known to be none. Only whoever knows the password
     * comes here, so nobody else keeps a user out by it.
     *
     * @return why it is not looked at, if so
     */
    Optional<Problem> beginCode(String userId) {
        return throttle.beginCode(userId).map(LoginAttempts::tooMany);
    }

    /** A code was right. */
    void codeRight(String userId) {
        throttle.codeSucceeded(userId);
    }

    /** A code was not looked at to its end. */
    void codeUndecided(String userId) {
        throttle.codeUndecided(userId);
    }

    /**
     * Begins a session of an authenticated user.
     *
     * @return why it does not begin, if so
     */
    Optional<Problem> beginSession(String userId) {
        return throttle.beginSession(userId)
                .map(pause ->
                        tooMany(
                                pause,
                                "The user has signed in too often. Retry after Retry-After."));
    }

    private static Problem tooMany(Duration pause) {
        return tooMany(pause, "Too many sign-in attempts failed. Retry after Retry-After.");
    }

    private static Problem tooMany(Duration pause, String detail) {
        return Problem.of(429, "too_many_tries", detail)
                .retryAfter(Math.max(1, pause.plusMillis(999).toSeconds()));
    }
}
