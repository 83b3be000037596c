package io.postrider.domain.runs;

import java.util.Locale;

/** The state of a run. */
public enum RunStatus {
    /** Other runs of its queue run first. */
    QUEUED,
    RUNNING,
    /** A delay has not ended. */
    WAITING,
    SUCCEEDED,
    FAILED,
    /** The filter did not match. */
    SKIPPED,
    /** Too many runs caused one another. */
    LOOP_BLOCKED,
    CANCELED;

    /** The name in JSON, for example {@code loop_blocked}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether the run is not over. */
    public boolean isOpen() {
        return this == QUEUED || this == RUNNING || this == WAITING;
    }
}
