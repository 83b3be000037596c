package io.postrider.automation;

import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** The outcome of one call for an effect. */
sealed interface Outcome {

    /** The effect was made. */
    record Done(JsonNode output) implements Outcome {}

    /** The effect was refused for good. */
    record Failed(String error) implements Outcome {}

    /** Nothing was done, and the effect may be asked for again. */
    record Again(String error, Optional<Duration> after) implements Outcome {}

    /** The effect may have been made. */
    record Unknown(String error) implements Outcome {}
}
