package io.postrider.web.route;

import io.postrider.web.problem.Validated;
import java.util.Map;
import org.springframework.web.reactive.function.server.ServerRequest;
import reactor.core.publisher.Mono;

/** Lets requests in: knows who makes them, and whether that is too often. */
public interface Authenticator {

    /**
     * Who makes a request, or why it is turned away; at once, but for who uses the last of his requests on many nodes.
     *
     * @param operation what is asked for, as {@code GET /api/v1/links/{id}}
     */
    Mono<Validated<Admitted>> admit(ServerRequest request, String operation);

    /** The same caller in a workspace that the request names; as good as unknown if it is not his. */
    Validated<Principal> entering(Principal principal, String workspace);

    /** Who makes a request as of now, without counting it once more: answers that have no end ask again. */
    Validated<Principal> again(ServerRequest request);

    /**
     * A request that was let in.
     *
     * @param headers what every answer to it says of the caller's limits
     */
    record Admitted(Principal principal, Map<String, String> headers) {
        public Admitted {
            headers = Map.copyOf(headers);
        }
    }
}
