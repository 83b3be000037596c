package io.postrider.schemas;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a completion with an Idempotency-Key was answered; the record's key is the scope of the Idempotency-Key.
 *
 * @param at when it ended
 * @param stream whether it was answered in pieces
 * @param sealed the body, packed, under the data key of the workspace; null where it came to nothing
 */
public record KeptCompletion(
        String workspace, Instant at, boolean stream, @Nullable String sealed) {

    @Override
    public String toString() {
        return "KeptCompletion[" + workspace + ", " + at + "]";
    }
}
