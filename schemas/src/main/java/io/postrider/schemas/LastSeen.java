package io.postrider.schemas;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The last use of a key's secret or of a session; a tombstone under its subject removes it.
 *
 * @param subject the secret of a key, or the session; the record's key
 * @param sealed the client and the operation, encrypted with the data key of the workspace; null if only the time is known
 */
public record LastSeen(String subject, Instant at, @Nullable String sealed) {
    @Override
    public String toString() {
        return "LastSeen[" + subject + ", " + at + "]";
    }
}
