package io.postrider.web.resource;

import io.postrider.web.problem.Validated;
import io.postrider.web.route.ApiRequest;
import java.util.Map;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** Creates short links on behalf of other surfaces. */
public interface LinkCreation {

    /** Creates a link to an address; answers its JSON, or the problem that {@code POST /links} would answer. */
    Mono<Validated<ObjectNode>> create(
            ApiRequest request, String url, Map<String, String> metadata);
}
