package io.postrider.web.route;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;

/**
 * The data of a request before its body is read.
 *
 * @param operation name of the operation in the audit: the method and the pattern of the path
 * @param variables variables of the path
 * @param parameters parameters of the query
 * @param principal the caller; null for public operations
 * @param tenant the tenant whose shares of the node's capacity the request uses
 * @param wanted media type of the response
 */
record ApiCall(
        String requestId,
        String operation,
        Map<String, String> variables,
        Map<String, String> parameters,
        @Nullable Principal principal,
        String tenant,
        MediaType wanted,
        Optional<String> idempotencyKey) {

    ApiCall {
        variables = Map.copyOf(variables);
        parameters = Collections.unmodifiableMap(parameters);
    }
}
