package io.postrider.api.http;

import io.postrider.runtime.settings.Settings;
import java.time.Duration;

/**
 * What an operator can say about the HTTP server.
 *
 * @param head how long the head of a request may take from its first byte to its last
 */
public record ServerSettings(Duration head) {

    private static final int HEAD_SECONDS = 15;

    /** Reads them. */
    public static ServerSettings from(Settings settings) {
        return new ServerSettings(
                Duration.ofSeconds(
                        settings.number(
                                "POSTRIDER_HEAD_TIMEOUT_SECONDS",
                                HEAD_SECONDS,
                                1,
                                Math.toIntExact(ServerLimits.IDLE_MAX.toSeconds()))));
    }
}
