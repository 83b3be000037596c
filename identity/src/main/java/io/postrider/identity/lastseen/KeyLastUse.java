package io.postrider.identity.lastseen;

import io.postrider.schemas.json.Json;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * From where and for what a key was used.
 *
 * @param ip the caller's address; empty if it is not known
 * @param userAgent what the caller called itself; empty if it said nothing
 * @param operation as {@code GET /api/v1/links/{id}}
 */
public record KeyLastUse(String ip, String userAgent, String operation) {

    /** What is sealed. */
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

    /** Says nothing of who it was. */
    @Override
    public String toString() {
        return "Use[" + operation + "]";
    }
}
