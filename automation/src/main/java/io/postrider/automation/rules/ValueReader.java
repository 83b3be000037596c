package io.postrider.automation.rules;

import io.postrider.domain.kernel.FieldError;
import io.postrider.expressions.InvalidExpressionException;
import io.postrider.expressions.JsonataExpression;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads a value of a definition; {@code {"jsonata": "…"}} at any depth is an expression for the value at that place. */
final class ValueReader {

    /**
     * Maximum number of expressions in a definition; each uses the memory of a compiled expression and the time of an
     * evaluation.
     */
    private static final int SHAPES_MAX = 100;

    private static final String SHAPE = "jsonata";

    private final List<FieldError> errors;
    private int count;

    /** @param errors takes the errors of what is read */
    ValueReader(List<FieldError> errors) {
        this.errors = errors;
    }

    Optional<Value> read(JsonNode node, String at) {
        Map<JsonPointer, JsonataExpression> shapes = new LinkedHashMap<>();
        collect(node, JsonPointer.empty(), at, shapes);
        Optional<JsonataExpression> whole = Optional.ofNullable(shapes.get(JsonPointer.empty()));
        return Optional.of(
                whole.<Value>map(Value.Shaped::new)
                        .orElseGet(() ->
                                shapes.isEmpty()
                                        ? new Value.Literal(node)
                                        : new Value.Composed(node, shapes)));
    }

    private void collect(
            JsonNode node,
            JsonPointer place,
            String at,
            Map<JsonPointer, JsonataExpression> shapes) {
        if (node instanceof ObjectNode object && object.size() == 1 && object.has(SHAPE)) {
            shape(object.path(SHAPE).asString(""), place, at + place + "/" + SHAPE, shapes);
        } else if (node.isObject()) {
            node.forEachEntry(
                    (name, value) -> collect(value, place.appendProperty(name), at, shapes));
        } else {
            for (int i = 0; i < node.size(); i++) {
                collect(node.path(i), place.appendIndex(i), at, shapes);
            }
        }
    }

    private void shape(
            String text,
            JsonPointer place,
            String pointer,
            Map<JsonPointer, JsonataExpression> shapes) {
        count++;
        if (count > SHAPES_MAX) {
            if (count == SHAPES_MAX + 1) {
                errors.add(
                        new FieldError(
                                pointer,
                                "too_many",
                                "Expected at most " + SHAPES_MAX + " expressions in a rule."));
            }
            return;
        }
        try {
            shapes.put(place, JsonataExpression.compile(text));
        } catch (InvalidExpressionException e) {
            errors.add(new FieldError(pointer, "invalid_expression", e.placed()));
        }
    }
}
