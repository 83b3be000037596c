package io.postrider.models;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Metadata;
import io.postrider.domain.models.ConnectionPatch;
import io.postrider.domain.models.ModelConnection;
import io.postrider.outbound.egress.CallerHeaders;
import io.postrider.outbound.egress.TargetCheck;
import io.postrider.outbound.egress.TargetPolicy;
import io.postrider.outbound.egress.TargetUrl;
import io.postrider.web.body.BodyReader;
import io.postrider.web.body.TextRule;
import io.postrider.web.problem.Validated;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads the fields of a connection from a body. */
final class ConnectionFields {

    private static final TextRule NAME = TextRule.line(1, 100);
    private static final TextRule URL = TextRule.line(1, 16_384);
    private static final TextRule KEY = TextRule.line(1, 4_096);
    private static final TextRule KIND = TextRule.line(1, 40);
    private static final TextRule DURATION = TextRule.line(1, 40);
    private static final TextRule HEADER_NAME = TextRule.line(1, 256);
    private static final TextRule HEADER_VALUE = TextRule.line(0, 8_192);
    private static final Pattern VISIBLE = Pattern.compile("[!-~]+");

    private final TargetPolicy targets;

    ConnectionFields(TargetPolicy targets) {
        this.targets = targets;
    }

    /** A patch with secrets that are not sealed yet, as for a change. */
    Validated<ConnectionPatch> create(BodyReader fields) {
        fields.require("name");
        fields.require("base_url");
        return read(fields);
    }

    Validated<ConnectionPatch> update(BodyReader fields) {
        fields.notNull("name", "base_url", "kind");
        return read(fields);
    }

    private Validated<ConnectionPatch> read(BodyReader fields) {
        fields.text("kind", KIND)
                .filter(kind -> !kind.equals(ModelConnection.OPENAI_COMPATIBLE))
                .ifPresent(kind ->
                        fields.fault(
                                new FieldError(
                                        "/kind", "invalid_value", "Expected openai-compatible.")));
        Map<String, String> headers = headers(fields);
        Map<String, String> metadata = fields.metadata();
        ConnectionPatch patch =
                new ConnectionPatch(
                        fields.changed().stream().map(ConnectionFields::changed).toList(),
                        fields.text("name", NAME).orElse(null),
                        fields.text("base_url", URL).map(url -> baseUrl(fields, url)).orElse(null),
                        headers,
                        fields.text("timeout", DURATION)
                                .flatMap(text -> timeout(fields, text))
                                .orElse(null),
                        fields.text("api_key", KEY).map(key -> key(fields, key)).orElse(null),
                        metadata);
        return fields.checked(() -> patch);
    }

    /** Names of headers are the same in any case. */
    private static String changed(String name) {
        return name.startsWith("headers/") ? name.toLowerCase(Locale.ROOT) : name;
    }

    /** Without the slash at its end, so that a path can follow. */
    private String baseUrl(BodyReader fields, String url) {
        TargetCheck checked = targets.check(url);
        if (checked instanceof TargetCheck.Accepted(TargetUrl target)) {
            String base = target.toString().replaceAll("/+$", "");
            if (target.path().contains("?")) {
                fields.fault(
                        new FieldError(
                                "/base_url",
                                "query_not_allowed",
                                "Expected a URL without a query string."));
                return base;
            }
            checked = targets.check(base + CompletionRoutes.UPSTREAM_PATH);
        }
        return switch (checked) {
            case TargetCheck.Accepted(TargetUrl called) -> withoutPath(called);
            case TargetCheck.Refused(String code, String detail) -> {
                fields.fault(new FieldError("/base_url", code, detail));
                yield url;
            }
        };
    }

    private static String withoutPath(TargetUrl called) {
        String url = called.toString();
        return url.substring(0, url.length() - CompletionRoutes.UPSTREAM_PATH.length());
    }

    private static Optional<Integer> timeout(BodyReader fields, String text) {
        try {
            Duration timeout = Duration.parse(text);
            boolean within =
                    timeout.compareTo(Duration.ofSeconds(1)) >= 0
                            && timeout.compareTo(ModelSettings.DEADLINE_MAX) <= 0
                            && timeout.toNanosPart() == 0;
            if (within) {
                return Optional.of(Math.toIntExact(timeout.toSeconds()));
            }
        } catch (DateTimeParseException e) {
            // Not a duration and one that is out of bounds are one and the same mistake.
        }
        fields.fault(
                new FieldError(
                        "/timeout",
                        "invalid_duration",
                        "Expected an ISO 8601 duration of whole seconds, PT1S to PT10M."));
        return Optional.empty();
    }

    private static String key(BodyReader fields, String key) {
        if (!VISIBLE.matcher(key).matches()) {
            fields.fault(
                    new FieldError(
                            "/api_key",
                            "invalid_characters",
                            "Expected visible ASCII characters without spaces."));
        }
        return key;
    }

    private static Map<String, String> headers(BodyReader fields) {
        Map<String, Optional<String>> given = fields.entries("headers", HEADER_NAME, HEADER_VALUE);
        fields.faults(CallerHeaders.errors(Metadata.values(given), CallerHeaders.USUAL));
        Map<String, String> found = new LinkedHashMap<>();
        given.forEach((name, value) -> {
            String lower = name.toLowerCase(Locale.ROOT);
            if (lower.equals("authorization") || lower.equals("accept")) {
                fields.fault(
                        new FieldError(
                                CallerHeaders.pointer(name),
                                "header_reserved",
                                "Postrider sets this header itself; send the key of the provider"
                                        + " in api_key."));
            }
            value.ifPresent(text -> found.put(lower, text));
        });
        return found;
    }
}
