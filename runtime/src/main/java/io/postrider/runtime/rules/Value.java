package io.postrider.runtime.rules;

import io.postrider.runtime.expressions.EvaluationFailed;
import io.postrider.runtime.expressions.Shape;
import java.time.Instant;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A value in a definition: as it stands there, or as a JSONata text makes it of the event and the steps. */
public sealed interface Value {

    /** The value as it stands. */
    record Literal(JsonNode json) implements Value {}

    /** The value that a JSONata text makes. */
    record Shaped(Shape shape) implements Value {}

    /**
     * The value for a run.
     *
     * @param at the time of the run
     * @param seed of random numbers
     */
    default JsonNode of(ObjectNode scope, Instant at, String seed) throws EvaluationFailed {
        return switch (this) {
            case Literal(JsonNode json) -> json;
            case Shaped(Shape shape) -> shape.of(scope, at, seed);
        };
    }
}
