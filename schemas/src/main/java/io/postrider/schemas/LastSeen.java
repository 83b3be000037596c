package io.postrider.schemas;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * When the secret of a key, or a session, was last seen; a tombstone under its subject forgets it.
 *
 * @param subject the record's key
 * @param sealed from where and for what, under the data key of the workspace; null where only the time is told
 */
public record LastSeen(String subject, Instant at, @Nullable String sealed) {
    @Override
    public String toString() {
        return "LastSeen[" + subject + ", " + at + "]";
    }
}
