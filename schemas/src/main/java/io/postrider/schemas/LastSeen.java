package io.postrider.schemas;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * When the secret of a key, or a session, was last seen; a tombstone under its subject forgets it.
 *
 * @param subject the record's key
 * @param sealed the client and the operation, encrypted with the data key of the workspace; null if only the time is known
 */
public record LastSeen(String subject, Instant at, @Nullable String sealed) {
    @Override
    public String toString() {
        return "LastSeen[" + subject + ", " + at + "]";
    }
}
