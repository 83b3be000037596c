package io.postrider.webhooks.delivery;

import io.postrider.outbound.egress.HeaderField;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The headers of an attempt. Values of the caller's headers are shown nowhere, not even where the receiver sends them back.
 *
 * @param own those of Postrider
 * @param callers those of the webhook
 */
record SentHeaders(List<HeaderField> own, List<HeaderField> callers) {

    static final SentHeaders NONE = new SentHeaders(List.of(), List.of());

    private static final String MASK = "***";

    /** A shorter value is in many texts by chance. */
    private static final int SECRET_LENGTH_MIN = 6;

    private static final Pattern SCHEME = Pattern.compile("^[A-Za-z]+ ");

    List<HeaderField> all() {
        return Stream.concat(own.stream(), callers.stream()).toList();
    }

    /** The headers as an attempt shows them. */
    Map<String, String> shown() {
        Map<String, String> shown = new LinkedHashMap<>();
        own.forEach(field -> shown.put(field.name(), field.value()));
        callers.forEach(field -> shown.put(field.name(), MASK));
        return shown;
    }

    /** A text of the receiver without values of the caller's headers, and without the beginning of one at its end. */
    String masked(String text) {
        String masked = text;
        for (HeaderField field : callers) {
            String secret = SCHEME.matcher(field.value()).replaceFirst("");
            if (secret.length() >= SECRET_LENGTH_MIN) {
                masked = withoutBeginning(masked.replace(secret, MASK), secret);
            }
        }
        return masked;
    }

    private static String withoutBeginning(String text, String secret) {
        int longest = Math.min(secret.length() - 1, text.length());
        for (int length = longest; length >= SECRET_LENGTH_MIN; length--) {
            if (text.regionMatches(text.length() - length, secret, 0, length)) {
                return text.substring(0, text.length() - length) + MASK;
            }
        }
        return text;
    }
}
