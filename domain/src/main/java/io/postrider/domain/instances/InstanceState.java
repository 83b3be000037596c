package io.postrider.domain.instances;

import java.util.Locale;

/** The state of an instance. */
public enum InstanceState {
    CREATED,
    CONNECTING,
    CHALLENGE,
    CONNECTED,
    DEGRADED,
    RECONNECTING,
    PAUSED,
    RESTRICTED,
    LOGGED_OUT,
    FAILED;

    /** The name in JSON, for example {@code logged_out}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether messages are sent in this state; otherwise they wait. */
    public boolean sends() {
        return this == CONNECTED || this == DEGRADED;
    }

    /** Whether the provider is polled, so that a report can change the state. */
    public boolean isWatched() {
        return switch (this) {
            case CONNECTING, CHALLENGE, CONNECTED, DEGRADED, RECONNECTING, RESTRICTED -> true;
            case CREATED, PAUSED, LOGGED_OUT, FAILED -> false;
        };
    }
}
