package io.postrider.identity.lastseen;

import io.postrider.schemas.LastSeen;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The time of the last authentication by a secret or a session, in memory.
 *
 * @param workspace workspace whose data key encrypts the use; empty if the use is encrypted or missing
 * @param use client and operation; null if they are encrypted or missing
 * @param sealed encrypted client and operation as in the log; null if they are missing
 * @param inLog whether the log has this time
 */
record Seen(
        String subject,
        Instant at,
        String workspace,
        @Nullable KeyLastUse use,
        @Nullable String sealed,
        boolean inLog) {

    static Seen here(String subject, Instant at, String workspace, @Nullable KeyLastUse use) {
        return new Seen(subject, at, workspace, use, null, false);
    }

    static Seen inLog(LastSeen value) {
        return new Seen(value.subject(), value.at(), "", null, value.sealed(), true);
    }

    /** The newer one of this and the one before; the one before if they are equal. */
    Seen unlessOlder(Optional<Seen> before) {
        return before.filter(known -> !at.isAfter(known.at)).orElse(this);
    }

    /** Omits the client. */
    @Override
    public String toString() {
        return "Seen[" + subject + ", " + at + "]";
    }
}
