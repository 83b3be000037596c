package io.postrider.webhooks.api;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Metadata;
import io.postrider.domain.webhooks.WebhookFormat;
import io.postrider.domain.webhooks.WebhookOptions;
import io.postrider.domain.webhooks.WebhookOrdering;
import io.postrider.domain.webhooks.WebhookSignature;
import io.postrider.outbound.egress.CallerHeaders;
import io.postrider.schemas.json.TypedSecrets;
import io.postrider.web.body.BodyReader;
import io.postrider.web.body.TextRule;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Reads the settings from a body that a webhook can do without. */
final class WebhookOptionFields {

    private static final CallerHeaders.Limits HEADERS =
            new CallerHeaders.Limits(WebhookOptions.HEADERS_MAX, 64, 1_024);
    private static final String FORMATS =
            "standard, cloudevents_structured, cloudevents_binary or thin";
    private static final int RATE_LIMIT_MAX = 1_000;
    private static final TextRule TEXT = TextRule.any(16_384);

    private WebhookOptionFields() {}

    /** The changed fields; names of headers are the same in any case. */
    static List<String> changed(BodyReader fields) {
        return fields.changed().stream()
                .map(name -> name.startsWith("headers/") ? name.toLowerCase(Locale.ROOT) : name)
                .toList();
    }

    static WebhookOptions read(BodyReader fields) {
        return new WebhookOptions(
                headers(fields),
                null,
                null,
                fields.tags(),
                choice(fields, "format", WebhookFormat::of, FORMATS).orElse(WebhookFormat.STANDARD),
                fields.number("rate_limit", 1, RATE_LIMIT_MAX).map(Long::intValue).orElse(null),
                choice(fields, "ordering", WebhookOrdering::of, "none, key or endpoint")
                        .orElse(WebhookOrdering.NONE),
                choice(fields, "signature", WebhookSignature::of, "v1 or v1a")
                        .orElse(WebhookSignature.V1));
    }

    private static <T> Optional<T> choice(
            BodyReader fields, String name, Function<String, Optional<T>> of, String expected) {
        Optional<String> given = fields.text(name, TEXT);
        Optional<T> chosen = given.flatMap(of);
        if (given.isPresent() && chosen.isEmpty()) {
            fields.fault(new FieldError("/" + name, "invalid_value", "Expected " + expected + "."));
        }
        return chosen;
    }

    private static Map<String, String> headers(BodyReader fields) {
        Map<String, Optional<String>> given = fields.entries("headers", TEXT, TEXT);
        Map<String, String> values = Metadata.values(given);
        fields.faults(CallerHeaders.errors(values, HEADERS));
        Map<String, String> headers = new LinkedHashMap<>();
        values.forEach((name, value) -> {
            if (value.equals(TypedSecrets.MASK)) {
                fields.fault(
                        new FieldError(
                                CallerHeaders.pointer(name),
                                "secret_required",
                                "Expected the value of the header, which responses mask. Omit the"
                                        + " header to keep its value."));
            }
            headers.put(name.toLowerCase(Locale.ROOT), value);
        });
        return headers;
    }
}
