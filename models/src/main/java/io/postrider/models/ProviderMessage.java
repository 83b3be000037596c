package io.postrider.models;

import io.postrider.outbound.egress.HeaderField;
import io.postrider.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * A provider's message about a rejected request, which its caller needs to correct it; without the secrets of the request and
 * without addresses.
 */
final class ProviderMessage {

    private static final int LENGTH_MAX = 300;

    /** The time of cleaning grows faster than the length, and only the beginning is shown. */
    private static final int LOOKED_AT_MAX = 4_096;

    private static final Pattern LAST_WORD = Pattern.compile("\\S+$");
    private static final Pattern WORD = Pattern.compile("[\\w.\\[\\]-]{1,100}");
    private static final int SECRET_LENGTH_MIN = 4;
    private static final Pattern ADDRESS =
            Pattern.compile(
                    "[a-z][a-z0-9+.-]{0,30}+://\\S+|\\b\\d{1,3}(?:\\.\\d{1,3}){3}(?::\\d+)?\\b"
                            + "|\\[?[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){3,7}\\]?",
                    Pattern.CASE_INSENSITIVE);
    private static final Pattern UNPRINTABLE =
            Pattern.compile("[\\p{Cntrl}\\p{Cf}\\p{Co}\\p{Cs}]+");

    private ProviderMessage() {}

    static Optional<String> of(byte[] body, ProviderRequest call) {
        return message(body)
                .map(ProviderMessage::beginning)
                .map(text -> cleaned(text, call))
                .filter(text -> !text.isBlank())
                .map(text -> text.length() > LENGTH_MAX ? text.substring(0, LENGTH_MAX) : text);
    }

    /** A short word of the provider's error, such as its code: as it is, or not at all if it may be a secret or an address. */
    static Optional<String> word(String name, byte[] body, ProviderRequest call) {
        JsonNode said = error(body).path(name);
        return Optional.of(said.isString() ? said.asString("") : "")
                .filter(text -> WORD.matcher(text).matches())
                .filter(text -> cleaned(text, call).equals(text));
    }

    /** Whether a provider that forwards requests has detected a loop. */
    static boolean isLoop(int status, byte[] body) {
        return HopLimit.isLoop(status, error(body));
    }

    private static Optional<String> message(byte[] body) {
        JsonNode error = error(body);
        JsonNode message = error.isString() ? error : error.path("message");
        return message.isString() ? Optional.of(message.asString("")) : Optional.empty();
    }

    private static JsonNode error(byte[] body) {
        try {
            return Json.mapper().readTree(new String(body, StandardCharsets.UTF_8)).path("error");
        } catch (JacksonException e) {
            // An HTML page contains no message that could be shown.
            return MissingNode.getInstance();
        }
    }

    /** Without a last word that may have been cut, and so would not be known for a secret any more. */
    private static String beginning(String message) {
        return message.length() <= LOOKED_AT_MAX
                ? message
                : LAST_WORD.matcher(message.substring(0, LOOKED_AT_MAX)).replaceFirst("");
    }

    private static String cleaned(String message, ProviderRequest call) {
        String text = message.replace(call.target().host().text(), "[address]");
        for (HeaderField field : call.headers()) {
            String secret = field.value().replaceFirst("^Bearer ", "");
            if (secret.length() >= SECRET_LENGTH_MIN) {
                text = text.replace(secret, "***");
            }
        }
        text = ADDRESS.matcher(text).replaceAll("[address]");
        return UNPRINTABLE.matcher(text).replaceAll(" ").strip();
    }
}
