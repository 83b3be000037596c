package io.postrider.automation.publishing;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.postrider.domain.automation.Endpoint;
import io.postrider.domain.kernel.FieldError;
import io.postrider.expressions.EvaluationException;
import io.postrider.expressions.InvalidExpressionException;
import io.postrider.expressions.TextExpression;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.meters.Bounds.Kind;
import io.postrider.schemas.catalogue.EventTypes;
import io.postrider.schemas.json.Json;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Derives the type of an event by the expression of its endpoint. */
final class InboundType {

    /** The variables of an expression. */
    static final Set<String> VARIABLES = Set.of("body", "headers", InboundBody.CLOUD_EVENT);

    private static final String CODE = "event_type_failed";
    private static final int COMPILED_MAX = 500;
    private static final int SHOWN_MAX = 100;

    private final Cache<String, Validated<TextExpression>> compiled =
            Caffeine.newBuilder().maximumSize(COMPILED_MAX).build();

    /**
     * A type.
     *
     * @param warnings why it is the default; empty for others
     */
    record Typed(String name, List<FieldError> warnings) {
        Typed {
            warnings = List.copyOf(warnings);
        }
    }

    /** Shows how many expressions are compiled. */
    void show(Bounds bounds) {
        bounds.show(Kind.CACHE, "compiled_endpoint_types", compiled::estimatedSize, COMPILED_MAX);
    }

    /** The type of an event: what the expression makes of a request, else the default, if there is one. */
    Validated<Typed> of(Endpoint endpoint, ObjectNode request) {
        String source = endpoint.intake().typeExpression();
        if (source == null) {
            return Validated.valid(new Typed(endpoint.eventType(), List.of()));
        }
        return switch (compiled.get(source, InboundType::compile).then(cel -> made(cel, request))) {
            case Validated.Refused<Typed>(Problem problem) when !endpoint.eventType().isEmpty() ->
                    Validated.valid(
                            new Typed(
                                    endpoint.eventType(),
                                    List.of(new FieldError("", CODE, problem.detail()))));
            case Validated<Typed> typed -> typed;
        };
    }

    private static Validated<Typed> made(TextExpression cel, ObjectNode request) {
        Map<String, JsonNode> variables = new HashMap<>();
        request.properties().forEach(seen -> variables.put(seen.getKey(), seen.getValue()));
        try {
            String type = cel.of(variables);
            Optional<String> objection = EventTypes.publishingObjection(type);
            return objection
                    .map(detail ->
                            InboundType.<Typed>failed(
                                    "The result is " + shown(type) + ". " + detail))
                    .orElseGet(() -> Validated.valid(new Typed(type, List.of())));
        } catch (EvaluationException e) {
            return failed(String.valueOf(e.getMessage()));
        }
    }

    private static Validated<TextExpression> compile(String source) {
        try {
            return Validated.valid(TextExpression.compile(source, VARIABLES));
        } catch (InvalidExpressionException e) {
            return failed(e.placed());
        }
    }

    private static String shown(String type) {
        String quoted = Json.mapper().getNodeFactory().stringNode(type).toString();
        return quoted.length() <= SHOWN_MAX ? quoted : quoted.substring(0, SHOWN_MAX) + "…";
    }

    private static <T> Validated<T> failed(String detail) {
        return Validated.refused(
                Problem.of(422, CODE, "The event_type expression failed: " + detail));
    }
}
