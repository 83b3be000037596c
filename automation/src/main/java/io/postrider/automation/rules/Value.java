package io.postrider.automation.rules;

import io.postrider.expressions.EvaluationException;
import io.postrider.expressions.JsonataExpression;
import java.time.Instant;
import java.util.Map;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A value in a definition: as it stands there, or as a JSONata text makes it of the event and the steps. */
public sealed interface Value {

    /** The value as it stands. */
    record Literal(JsonNode json) implements Value {}

    /** The value that a JSONata text makes. */
    record Shaped(JsonataExpression shape) implements Value {}

    /**
     * A value with parts that JSONata texts make.
     *
     * @param shapes by the places that they fill
     */
    record Composed(JsonNode json, Map<JsonPointer, JsonataExpression> shapes) implements Value {

        public Composed {
            shapes = Map.copyOf(shapes);
        }

        private JsonNode filled(ObjectNode scope, Instant at, String seed)
                throws EvaluationException {
            JsonNode filled = json.deepCopy();
            for (Map.Entry<JsonPointer, JsonataExpression> part : shapes.entrySet()) {
                JsonPointer place = part.getKey();
                JsonNode made = part.getValue().of(scope, at, seed + place);
                switch (filled.at(place.head())) {
                    case ObjectNode object -> object.set(place.last().getMatchingProperty(), made);
                    case ArrayNode array -> array.set(place.last().getMatchingIndex(), made);
                    default -> throw new IllegalStateException("no parent of " + place);
                }
            }
            return filled;
        }
    }

    /**
     * The value for a run.
     *
     * @param at the time of the run
     * @param seed of random numbers
     */
    default JsonNode of(ObjectNode scope, Instant at, String seed) throws EvaluationException {
        return switch (this) {
            case Literal(JsonNode json) -> json;
            case Composed composed -> composed.filled(scope, at, seed);
            case Shaped(JsonataExpression shape) -> shape.of(scope, at, seed);
        };
    }
}
