package io.postrider.identity.auth;

import io.postrider.web.problem.Problem;
import java.time.Duration;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.ServerRequest;

/** How much what is known here of keys, and of who is signed in, is to be trusted. */
public interface KeyFreshness {

    /** The age of the key view beyond which writes are refused. */
    Duration WRITE_AGE_MAX = Duration.ofSeconds(10);

    /** The age of the key view beyond which reads are refused and open streams end. */
    Duration READ_AGE_MAX = Duration.ofSeconds(60);

    /** How long ago this node last knew everything that the log had. */
    Duration age();

    /** Whether everything that was in the log at the start has been read, so that an unknown key is no key. */
    boolean restored();

    /** Whether a request must not be let in, since its caller may be out of force. */
    default boolean isStaleFor(ServerRequest request) {
        return age().compareTo(writes(request) ? WRITE_AGE_MAX : READ_AGE_MAX) > 0;
    }

    /** Whether an answer that was begun must end, since its caller may be out of force. */
    default boolean isStaleForStreams() {
        return age().compareTo(READ_AGE_MAX) > 0;
    }

    /** Whether a request changes something. */
    static boolean writes(ServerRequest request) {
        HttpMethod method = request.method();
        return !method.equals(HttpMethod.GET) && !method.equals(HttpMethod.HEAD);
    }

    /** What such a request is answered. */
    static Problem stale() {
        // What has lasted ten seconds is not over in one.
        return Problem.unavailable(
                        "auth_view_stale",
                        "This node cannot confirm revocations; it rejects requests until it can.")
                .retryAfter(5);
    }

    /** What is answered until everything is restored. */
    static Problem restoring() {
        return Problem.unavailable("restoring", "The node is still loading keys.");
    }
}
