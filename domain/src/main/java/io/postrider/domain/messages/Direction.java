package io.postrider.domain.messages;

import java.util.Locale;

/** The direction of a message, seen from the workspace. */
public enum Direction {
    OUTBOUND,
    INBOUND;

    /** The name in JSON. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
