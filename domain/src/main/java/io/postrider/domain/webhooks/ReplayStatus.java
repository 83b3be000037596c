package io.postrider.domain.webhooks;

import java.util.Locale;

/** The status of a replay. */
public enum ReplayStatus {
    /** Created, and nothing is sent yet. */
    PENDING,
    RUNNING,
    /** All deliveries that match are requested or skipped. */
    COMPLETED,
    CANCELED,
    /** It cannot continue. */
    FAILED;

    /** The name in JSON. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether the replay requests nothing any more. */
    public boolean isFinal() {
        return this != PENDING && this != RUNNING;
    }
}
