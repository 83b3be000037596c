package io.postrider.models;

import io.postrider.platform.settings.Settings;
import java.time.Duration;

/**
 * Settings of calls to providers of models.
 *
 * @param deadline timeout of a whole exchange, unless its connection has its own
 * @param callsMax calls at the same time on this node
 */
public record ModelSettings(Duration deadline, int callsMax) {

    /** The longest that a connection, too, can ask for. */
    static final Duration DEADLINE_MAX = Duration.ofMinutes(10);

    private static final int DEADLINE_SECONDS = 120;
    private static final int CALLS = 256;

    /** Reads them. */
    public static ModelSettings from(Settings settings) {
        int seconds =
                settings.number(
                        "POSTRIDER_MODEL_TIMEOUT_SECONDS",
                        DEADLINE_SECONDS,
                        1,
                        Math.toIntExact(DEADLINE_MAX.toSeconds()));
        return new ModelSettings(
                Duration.ofSeconds(seconds),
                settings.number("POSTRIDER_MODEL_CALLS_MAX", CALLS, 1, 10_000));
    }
}
