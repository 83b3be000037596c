package io.postrider.web.route;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;

/**
 * What is known of a request before its body is read.
 *
 * @param operation the name of the operation in the audit: the method and the pattern of the path
 * @param variables the parts of the path that the operation names
 * @param parameters the query
 * @param principal null on operations that are open to all
 * @param tenant whose shares of what the node has it takes
 * @param wanted what it is to be answered with
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
