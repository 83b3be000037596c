package io.postrider.outbound.egress;

import io.postrider.domain.kernel.FieldError;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which header fields a caller may add to outbound requests. */
public final class CallerHeaders {

    /** The usual limits. */
    public static final Limits USUAL = new Limits(32, 256, 4_096);

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
     * How many fields there may be, and the characters of each.
     *
     * @param count fields of one resource
     * @param name characters of a name
     * @param value characters of a value
     */
    public record Limits(int count, int name, int value) {}

    /**
     * Why one field may not be set.
     *
     * @param name the field as the caller wrote it
     */
    public record Refused(String name, String code, String detail) {}

    /** Every objection to the fields; none means they may be sent. */
    public static List<Refused> check(Map<String, String> fields) {
        return check(fields, USUAL);
    }

    /** The objections as errors of the field {@code headers} of a body. */
    public static List<FieldError> errors(Map<String, String> fields, Limits limits) {
        return check(fields, limits).stream()
                .map(refused ->
                        new FieldError(pointer(refused.name()), refused.code(), refused.detail()))
                .toList();
    }

    /** The place of a header in a body; of all headers where the name is empty. */
    public static String pointer(String name) {
        return name.isEmpty()
                ? "/headers"
                : "/headers/" + name.replace("~", "~0").replace("/", "~1");
    }

    private static List<Refused> check(Map<String, String> fields, Limits limits) {
        List<Refused> refusals = new ArrayList<>();
        if (fields.size() > limits.count()) {
            refusals.add(
                    new Refused(
                            "",
                            "too_many_headers",
                            "Expected at most " + limits.count() + " headers."));
        }
        Set<String> seen = new HashSet<>();
        fields.forEach((name, value) -> {
            checkField(name, value, limits).ifPresent(refusals::add);
            if (!seen.add(name.toLowerCase(Locale.ROOT))) {
                refusals.add(new Refused(name, "header_repeated", "Expected the header once."));
            }
        });
        return List.copyOf(refusals);
    }

    private static Optional<Refused> checkField(String name, String value, Limits limits) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (RESERVED.contains(lower) || RESERVED_PREFIXES.stream().anyMatch(lower::startsWith)) {
            return Optional.of(
                    new Refused(name, "header_reserved", "Postrider sets this header itself."));
        }
        if (!HeaderField.NAME.matcher(name).matches() || name.length() > limits.name()) {
            return Optional.of(
                    new Refused(
                            name,
                            "header_name_invalid",
                            "Expected a header name (RFC 9110 token) of at most "
                                    + limits.name()
                                    + " characters."));
        }
        if (value.length() > limits.value()) {
            return Optional.of(
                    new Refused(
                            name,
                            "header_value_too_long",
                            "Expected a header value of at most "
                                    + limits.value()
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
