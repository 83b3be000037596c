package io.postrider.automation.engine;

import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** The outcome of one call for an effect. */
sealed interface Outcome {

    /** The effect was made. */
    record Done(JsonNode output) implements Outcome {}

    /**
     * The effect was refused for good.
     *
     * @param output the answer that refused it; empty for none
     */
    record Failed(String error, Optional<JsonNode> output) implements Outcome {

        Failed(String error) {
            this(error, Optional.empty());
        }
    }

    /**
     * Nothing was done, and the effect may be asked for again.
     *
     * @param output the answer, which counts if it was the last; empty for none
     */
    record Again(String error, Optional<Duration> after, Optional<JsonNode> output)
            implements Outcome {

        Again(String error, Optional<Duration> after) {
            this(error, after, Optional.empty());
        }
    }

    /** The effect may have been made. */
    record Unknown(String error) implements Outcome {}
}
