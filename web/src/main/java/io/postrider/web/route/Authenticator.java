package io.postrider.web.route;

import io.postrider.web.problem.Validated;
import java.util.Map;
import org.springframework.web.reactive.function.server.ServerRequest;
import reactor.core.publisher.Mono;

/** Authenticates requests and applies rate limits. */
public interface Authenticator {

    /**
     * The caller of a request, or the problem; completes at once, except for a caller near its rate limit on several nodes.
     *
     * @param operation operation, as {@code GET /api/v1/links/{id}}
     */
    Mono<Validated<Admitted>> admit(ServerRequest request, String operation);

    /**
     * The same caller in the workspace that the request names; the same problem for a foreign workspace as for an unknown one.
     */
    Validated<Principal> entering(Principal principal, String workspace);

    /** Authenticates the caller of an open stream again, without counting a request. */
    Validated<Principal> again(ServerRequest request);

    /**
     * An authenticated request.
     *
     * @param headers rate-limit headers of every response
     */
    record Admitted(Principal principal, Map<String, String> headers) {
        public Admitted {
            headers = Map.copyOf(headers);
        }
    }
}
