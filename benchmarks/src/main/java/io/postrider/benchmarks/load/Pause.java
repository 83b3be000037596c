package io.postrider.benchmarks.load;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waiting, in the one thread that runs the benchmarks. */
public final class Pause {

    private static final Duration STEP = Duration.ofMillis(50);

    private Pause() {}

    public static void of(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** Whether a condition came true in time. */
    public static boolean until(Duration atMost, BooleanSupplier condition) {
        long end = System.nanoTime() + atMost.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            of(STEP);
        }
        return true;
    }

    public static BenchmarkException interrupted(InterruptedException cause) {
        Thread.currentThread().interrupt();
        return new BenchmarkException("interrupted", cause);
    }
}
