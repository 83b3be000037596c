package io.postrider.identity.auth;

import io.postrider.platform.settings.Settings;
import java.time.Duration;

/**
 * Lifetime and rate limit of sessions.
 *
 * @param idle maximum time without a request
 * @param longest maximum lifetime, however active
 * @param requestsPerMinute requests per minute of one user in all browsers together
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
