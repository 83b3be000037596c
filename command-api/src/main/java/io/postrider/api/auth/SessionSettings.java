package io.postrider.api.auth;

import io.postrider.runtime.settings.Settings;
import java.time.Duration;

/**
 * How long somebody stays signed in.
 *
 * @param idle without a request
 * @param longest however busy
 */
public record SessionSettings(Duration idle, Duration longest) {

    private static final int MINUTES_MAX = 60 * 24 * 30;

    /** Reads the settings. */
    public static SessionSettings from(Settings settings) {
        return new SessionSettings(
                Duration.ofMinutes(
                        settings.number("POSTRIDER_SESSION_IDLE_MINUTES", 30, 1, MINUTES_MAX)),
                Duration.ofMinutes(
                        settings.number("POSTRIDER_SESSION_MAX_MINUTES", 720, 1, MINUTES_MAX)));
    }
}
