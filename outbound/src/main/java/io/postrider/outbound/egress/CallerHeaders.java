package io.postrider.outbound.egress;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which header fields a caller may add to the requests of a webhook. */
public final class CallerHeaders {

    /** How many fields one webhook may have. */
    public static final int COUNT_MAX = 32;

    private static final int VALUE_LENGTH_MAX = 4_096;
    private static final Set<String> RESERVED =
            Set.of(
                    "accept-encoding",
                    "connection",
                    "content-encoding",
                    "content-length",
                    "content-type",
                    "cookie",
                    "date",
                    "expect",
                    "forwarded",
                    "host",
                    "http2-settings",
                    "keep-alive",
                    "origin",
                    "referer",
                    "te",
                    "traceparent",
                    "tracestate",
                    "trailer",
                    "transfer-encoding",
                    "upgrade",
                    "user-agent",
                    "via");
    private static final List<String> RESERVED_PREFIXES =
            List.of("webhook-", "postrider-", "ce-", "proxy-", "sec-", "x-forwarded-", ":");

    private CallerHeaders() {}

    /**
     * Why one field may not be set.
     *
     * @param name the field as the caller wrote it
     */
    public record Refused(String name, String code, String detail) {}

    /** Every objection to the fields; none means they may be sent. */
    public static List<Refused> check(Map<String, String> fields) {
        List<Refused> refusals = new ArrayList<>();
        if (fields.size() > COUNT_MAX) {
            refusals.add(
                    new Refused(
                            "", "too_many_headers", "Expected at most " + COUNT_MAX + " headers."));
        }
        Set<String> seen = new HashSet<>();
        fields.forEach((name, value) -> {
            checkField(name, value).ifPresent(refusals::add);
            if (!seen.add(name.toLowerCase(Locale.ROOT))) {
                refusals.add(new Refused(name, "header_repeated", "Expected the header once."));
            }
        });
        return List.copyOf(refusals);
    }

    private static Optional<Refused> checkField(String name, String value) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (RESERVED.contains(lower) || RESERVED_PREFIXES.stream().anyMatch(lower::startsWith)) {
            return Optional.of(
                    new Refused(name, "header_reserved", "Postrider sets this header itself."));
        }
        if (!HeaderField.NAME.matcher(name).matches()) {
            return Optional.of(
                    new Refused(
                            name,
                            "header_name_invalid",
                            "Expected a valid header name (RFC 9110 token)."));
        }
        if (value.length() > VALUE_LENGTH_MAX) {
            return Optional.of(
                    new Refused(
                            name,
                            "header_value_too_long",
                            "Expected a header value of at most "
                                    + VALUE_LENGTH_MAX
                                    + " characters."));
        }
        return HeaderField.VALUE.matcher(value).matches()
                ? Optional.empty()
                : Optional.of(
                        new Refused(
                                name,
                                "header_value_invalid",
                                "Expected a header value of visible ASCII, with spaces only between characters."));
    }
}
