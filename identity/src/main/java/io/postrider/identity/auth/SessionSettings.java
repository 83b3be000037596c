package io.postrider.identity.auth;

import io.postrider.platform.settings.Settings;
import java.time.Duration;

/**
 * How long somebody stays signed in, and how much he may ask.
 *
 * @param idle without a request
 * @param longest however busy
 * @param requestsPerMinute of one user, in all his browsers together
 */
public record SessionSettings(Duration idle, Duration longest, int requestsPerMinute) {

    private static final int MINUTES_MAX = 60 * 24 * 30;
    private static final int REQUESTS_MAX = 1_000_000;

    /** Reads the settings. */
    public static SessionSettings from(Settings settings) {
        return new SessionSettings(
                Duration.ofMinutes(
                        settings.number("POSTRIDER_SESSION_IDLE_MINUTES", 30, 1, MINUTES_MAX)),
                Duration.ofMinutes(
                        settings.number("POSTRIDER_SESSION_MAX_MINUTES", 720, 1, MINUTES_MAX)),
                settings.number("POSTRIDER_SESSION_REQUESTS_PER_MINUTE", 600, 1, REQUESTS_MAX));
    }
}
