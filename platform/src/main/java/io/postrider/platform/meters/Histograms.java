package io.postrider.platform.meters;

import io.micrometer.core.instrument.Timer;
import java.time.Duration;

/** Timers with the buckets of a histogram. */
public final class Histograms {

    private static final Duration[] REQUESTS = {
        Duration.ofMillis(1),
        Duration.ofNanos(2_500_000),
        Duration.ofMillis(5),
        Duration.ofMillis(10),
        Duration.ofMillis(25),
        Duration.ofMillis(50),
        Duration.ofMillis(100),
        Duration.ofMillis(250),
        Duration.ofSeconds(1),
        Duration.ofSeconds(5),
        Duration.ofSeconds(20)
    };

    private Histograms() {}

    /** The builder of a histogram of what takes milliseconds to seconds. */
    public static Timer.Builder of(String name, String description) {
        return Timer.builder(name).description(description).serviceLevelObjectives(REQUESTS);
    }
}
