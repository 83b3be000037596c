package io.postrider.identity.auth;

import io.postrider.web.problem.Problem;
import java.time.Duration;
import org.springframework.http.HttpMethod;
import org.springframework.web.reactive.function.server.ServerRequest;

/** The freshness of this node's copy of keys and users. */
public interface KeyFreshness {

    /** Maximum age of the copy for requests that write: 10 seconds. */
    Duration WRITE_AGE_MAX = Duration.ofSeconds(10);

    /** Maximum age of the copy for requests that read and for open streams: 60 seconds. */
    Duration READ_AGE_MAX = Duration.ofSeconds(60);

    /** Time since this node last had everything that the log had. */
    Duration age();

    /** Whether everything that was in the log at the start has been read, so that an unknown key does not exist. */
    boolean restored();

    /** Whether a request must be rejected, since its credential may have been revoked. */
    default boolean isStaleFor(ServerRequest request) {
        return age().compareTo(writes(request) ? WRITE_AGE_MAX : READ_AGE_MAX) > 0;
    }

    /** Whether a streamed response must end, since its credential may have been revoked. */
    default boolean isStaleForStreams() {
        return age().compareTo(READ_AGE_MAX) > 0;
    }

    /** Whether a request changes something. */
    static boolean writes(ServerRequest request) {
        HttpMethod method = request.method();
        return !method.equals(HttpMethod.GET) && !method.equals(HttpMethod.HEAD);
    }

    /** The response to a request that {@link #isStaleFor} rejects. */
    static Problem stale() {
        // What has lasted ten seconds is not over in one.
        return Problem.unavailable(
                        "auth_view_stale",
                        "This node cannot confirm revocations; it rejects requests until it can.")
                .retryAfter(5);
    }

    /** The response until everything is restored. */
    static Problem restoring() {
        return Problem.unavailable("restoring", "The node is still loading keys.");
    }
}
