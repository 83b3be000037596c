package io.postrider.domain.runs;

import java.util.Locale;

/** The state of a step of a run. */
public enum StepStatus {
    /** Its effect was requested. */
    RUNNING,
    /** It waits for its time. */
    WAITING,
    SUCCEEDED,
    FAILED,
    /** Its condition was false. */
    SKIPPED,
    /** Its effect was begun and has no outcome; it is not made again by itself. */
    UNKNOWN;

    /** The name in JSON, for example {@code succeeded}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether the step is over. */
    public boolean isEnded() {
        return this == SUCCEEDED || this == FAILED || this == SKIPPED || this == UNKNOWN;
    }
}
