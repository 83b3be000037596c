package io.postrider.automation.publishing;

import io.postrider.domain.automation.Endpoint;
import io.postrider.schemas.json.Json;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.springframework.http.HttpHeaders;
import tools.jackson.databind.node.ObjectNode;

/** The headers of a request that expressions may see: none that proves anything, or could be sent again. */
final class InboundHeaders {

    private static final List<String> HIDDEN =
            List.of("authorization", "cookie", "signature", "hmac");

    /** The credential headers of other senders than those of the endpoint. */
    private static final List<String> SECRET =
            List.of("token", "secret", "password", "api-key", "apikey", "credential");

    private InboundHeaders() {}

    /** Whether an expression of an endpoint sees headers. */
    static boolean areSeen(Endpoint endpoint) {
        return endpoint.mapping() != null || endpoint.intake().typeExpression() != null;
    }

    /** The names of those that look as if they proved something elsewhere; they are not kept. */
    static List<String> secrets(ObjectNode seen) {
        return seen.propertyNames().stream()
                .filter(name -> SECRET.stream().anyMatch(name::contains))
                .toList();
    }

    /** @param proofs the names of the headers that prove something at the endpoint, in lower case */
    static ObjectNode of(HttpHeaders headers, Set<String> proofs) {
        ObjectNode seen = Json.object();
        headers.forEach((given, values) -> {
            String name = given.toLowerCase(Locale.ROOT);
            if (HIDDEN.stream().noneMatch(name::contains) && !proofs.contains(name)) {
                seen.put(name, String.join(", ", values));
            }
        });
        return seen;
    }
}
