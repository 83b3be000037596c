package io.postrider.webhooks.api;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.webhooks.EventTypePattern;
import io.postrider.domain.webhooks.WebhookPatch;
import io.postrider.expressions.CelExpression;
import io.postrider.expressions.InvalidExpressionException;
import io.postrider.expressions.JsonataExpression;
import io.postrider.outbound.egress.TargetCheck;
import io.postrider.outbound.egress.TargetPolicy;
import io.postrider.outbound.egress.WebhookSecret;
import io.postrider.schemas.catalogue.EventTypes;
import io.postrider.web.body.BodyReader;
import io.postrider.web.body.SecretOverlap;
import io.postrider.web.body.TextRule;
import io.postrider.web.problem.Validated;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the fields of a webhook endpoint from a body. */
final class WebhookFields {

    static final int EXTERNAL_ID_LENGTH_MAX = 255;

    private static final int EVENT_TYPES_MAX = 50;
    private static final TextRule URL = TextRule.line(1, 16_384);
    private static final TextRule DESCRIPTION = TextRule.lines(500);
    private static final TextRule EXPRESSION = TextRule.lines(1, 4_096);
    private static final TextRule SECRET = TextRule.line(1, 100);
    private static final Set<String> OF_FILTER = Set.of("event");

    private final TargetPolicy targets;

    WebhookFields(TargetPolicy targets) {
        this.targets = targets;
    }

    /**
     * A webhook that is about to be created.
     *
     * @param secret one of the caller's own; empty for a new random one
     */
    record Draft(WebhookPatch patch, Optional<WebhookSecret> secret) {
        Draft with(WebhookPatch other) {
            return new Draft(other, secret);
        }
    }

    Validated<Draft> create(BodyReader fields) {
        fields.require("url");
        fields.require("event_types");
        Optional<WebhookSecret> secret = secret(fields);
        return read(fields).then(patch -> Validated.valid(new Draft(patch, secret)));
    }

    /** The body that a webhook is to have under an external id, whatever it had. */
    Validated<WebhookPatch> replacement(BodyReader fields, String externalId) {
        fields.require("url");
        fields.require("event_types");
        return read(fields).then(patch -> Validated.valid(patch.replacing(externalId)));
    }

    Validated<WebhookPatch> update(BodyReader fields) {
        fields.notNull("url", "event_types", "enabled");
        return read(fields);
    }

    /**
     * A rotation of the secret.
     *
     * @param secret one of the caller's own; empty for a new random one
     */
    record Rotation(Duration overlap, Optional<WebhookSecret> secret) {}

    Validated<Rotation> rotation(BodyReader fields) {
        Duration overlap = SecretOverlap.read(fields);
        Optional<WebhookSecret> secret = secret(fields);
        return fields.checked(() -> new Rotation(overlap, secret));
    }

    private static Optional<WebhookSecret> secret(BodyReader fields) {
        Optional<String> given = fields.text("secret", SECRET);
        Optional<WebhookSecret> secret = given.flatMap(WebhookSecret::parse);
        if (given.isPresent() && secret.isEmpty()) {
            fields.fault(
                    new FieldError(
                            "/secret",
                            "invalid_format",
                            "Expected whsec_ and the Base64 of 24 to 64 bytes."));
        }
        return secret;
    }

    private Validated<WebhookPatch> read(BodyReader fields) {
        Optional<String> url = fields.text("url", URL).map(text -> target(fields, text));
        List<String> eventTypes = eventTypes(fields);
        WebhookPatch patch =
                new WebhookPatch(
                        WebhookOptionFields.changed(fields),
                        url.orElse(null),
                        fields.text("description", DESCRIPTION).orElse(null),
                        eventTypes,
                        List.of(),
                        null,
                        condition(fields, "filter"),
                        expression(fields, "transform", JsonataExpression::compile),
                        WebhookOptionFields.read(fields),
                        fields.flag("enabled").orElse(null),
                        fields.metadata());
        return fields.checked(() -> patch);
    }

    /** A text in one of the two languages. */
    private interface Compiler {
        Object compile(String source) throws InvalidExpressionException;
    }

    /** A CEL condition on an event; null for none. */
    static @Nullable String condition(BodyReader fields, String name) {
        return expression(fields, name, text -> CelExpression.compile(text, OF_FILTER));
    }

    private static @Nullable String expression(BodyReader fields, String name, Compiler compiler) {
        String source = fields.text(name, EXPRESSION).orElse(null);
        if (source != null) {
            try {
                Object _ = compiler.compile(source);
            } catch (InvalidExpressionException e) {
                fields.fault(new FieldError("/" + name, "invalid_expression", e.placed()));
            }
        }
        return source;
    }

    private String target(BodyReader fields, String url) {
        return switch (targets.check(url)) {
            case TargetCheck.Accepted(var target) -> target.toString();
            case TargetCheck.Refused(String code, String detail) -> {
                fields.fault(new FieldError("/url", code, detail));
                yield url;
            }
        };
    }

    /** The types and groups of types in the field {@code event_types}. */
    static List<String> eventTypes(BodyReader fields) {
        List<String> given = fields.texts("event_types", EVENT_TYPES_MAX, TextRule.line(1, 100));
        for (int i = 0; i < given.size(); i++) {
            String pointer = "/event_types/" + i;
            EventTypes.objection(given.get(i))
                    .map(detail -> new FieldError(pointer, "invalid_event_type", detail))
                    .ifPresent(fields::fault);
        }
        if (fields.isEmptyList("event_types")) {
            fields.fault(
                    new FieldError("/event_types", "too_few", "Expected at least one event type."));
        }
        return given.stream().map(EventTypePattern::canonical).distinct().toList();
    }
}
