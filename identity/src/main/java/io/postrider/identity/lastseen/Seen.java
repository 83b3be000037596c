package io.postrider.identity.lastseen;

import io.postrider.schemas.LastSeen;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The last time that a secret or a session let a caller in, as memory has it.
 *
 * @param workspace whose data key seals the use; empty where it is sealed, or where there is none
 * @param use null where it is sealed, or where only the time is told
 * @param sealed as the log has it; null where only the time is told
 * @param inLog whether the log has it
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

    /** This, or the one before if that is as new. */
    Seen unlessOlder(Optional<Seen> before) {
        return before.filter(known -> !at.isAfter(known.at)).orElse(this);
    }

    /** Says nothing of who it was. */
    @Override
    public String toString() {
        return "Seen[" + subject + ", " + at + "]";
    }
}
