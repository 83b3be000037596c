package io.postrider.automation.publishing;

import io.postrider.domain.automation.Endpoint;
import io.postrider.domain.kernel.FieldError;
import io.postrider.expressions.InvalidExpressionException;
import io.postrider.expressions.TextExpression;
import io.postrider.schemas.catalogue.EventTypes;
import io.postrider.web.body.BodyReader;
import io.postrider.web.body.TextRule;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Reads the field {@code event_type} of an endpoint: a type, or a CEL expression that makes one. */
final class EventTypeField {

    private static final String FIELD = "event_type";
    private static final String CEL = "cel";
    private static final String DEFAULT = "default";
    private static final TextRule TYPE = TextRule.line(1, 200);
    private static final TextRule EXPRESSION = TextRule.lines(1, 4_096);

    private EventTypeField() {}

    /**
     * The type of events.
     *
     * @param name the type itself, or the one where the expression makes none; empty if such requests are refused
     * @param expression null for one type
     */
    record EventType(String name, @Nullable String expression) {}

    /**
     * The field, if it is given.
     *
     * @param before the endpoint that is changed: members of the expression that are not given stay
     */
    static Optional<EventType> read(BodyReader fields, @Nullable Endpoint before) {
        return fields.json(FIELD).orElse(null) instanceof ObjectNode
                ? fields.object(FIELD, inner -> expression(inner, before))
                : type(fields, FIELD).map(name -> new EventType(name, null));
    }

    private static EventType expression(BodyReader fields, @Nullable Endpoint before) {
        String former = before == null ? null : before.intake().typeExpression();
        fields.notNull(CEL);
        if (former == null && !fields.isNull(CEL)) {
            fields.require(CEL);
        }
        Optional<String> cel = fields.text(CEL, EXPRESSION);
        cel.ifPresent(source -> compile(fields, source));
        String name =
                former == null || before == null || fields.has(DEFAULT)
                        ? type(fields, DEFAULT).orElse("")
                        : before.eventType();
        return new EventType(name, cel.orElse(former));
    }

    private static Optional<String> type(BodyReader fields, String name) {
        Optional<String> type = fields.text(name, TYPE);
        type.flatMap(EventTypes::publishingObjection)
                .ifPresent(detail ->
                        fields.fault(new FieldError("/" + name, "reserved_type", detail)));
        return type;
    }

    private static void compile(BodyReader fields, String source) {
        try {
            TextExpression.compile(source, InboundType.VARIABLES);
        } catch (InvalidExpressionException e) {
            fields.fault(new FieldError("/" + CEL, "invalid_expression", e.placed()));
        }
    }
}
