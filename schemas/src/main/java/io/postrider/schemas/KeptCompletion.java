package io.postrider.schemas;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The response of a completion with an Idempotency-Key; the record's key is the scope of the Idempotency-Key.
 *
 * @param at the end of the completion
 * @param stream whether the response was a stream
 * @param sealed the body, compressed, encrypted with the data key of the workspace; null if the completion failed
 */
public record KeptCompletion(
        String workspace, Instant at, boolean stream, @Nullable String sealed) {

    @Override
    public String toString() {
        return "KeptCompletion[" + workspace + ", " + at + "]";
    }
}
