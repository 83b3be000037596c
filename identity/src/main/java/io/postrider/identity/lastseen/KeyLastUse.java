package io.postrider.identity.lastseen;

import io.postrider.schemas.json.Json;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * The client and operation of a key's last use.
 *
 * @param ip the client's address; empty if it is not known
 * @param userAgent the {@code User-Agent} of the request; empty if it has none
 * @param operation operation such as {@code GET /api/v1/links/{id}}
 */
public record KeyLastUse(String ip, String userAgent, String operation) {

    /** The plain text that is sealed. */
    String text() {
        return Json.mapper()
                .writeValueAsString(
                        Json.object()
                                .put("ip", ip)
                                .put("user_agent", userAgent)
                                .put("operation", operation));
    }

    static Optional<KeyLastUse> parse(String text) {
        try {
            JsonNode read = Json.mapper().readTree(text);
            return Optional.of(
                    new KeyLastUse(
                            read.path("ip").asString(""),
                            read.path("user_agent").asString(""),
                            read.path("operation").asString("")));
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    /** Omits the client. */
    @Override
    public String toString() {
        return "Use[" + operation + "]";
    }
}
