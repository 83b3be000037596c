package io.postrider.web.route;

import java.util.Map;
import org.springframework.web.reactive.function.server.ServerRequest;

/** A request on its way to its operation. */
record RoutedRequest(
        ApiRoute route, Map<String, String> variables, ServerRequest request, String requestId) {}
