package io.postrider.benchmarks;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waiting, in the one thread that runs the benchmarks. */
final class Pause {

    private static final Duration STEP = Duration.ofMillis(50);

    private Pause() {}

    static void of(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** Whether a condition came true in time. */
    static boolean until(Duration atMost, BooleanSupplier condition) {
        long end = System.nanoTime() + atMost.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            of(STEP);
        }
        return true;
    }

    static BenchmarkException interrupted(InterruptedException cause) {
        Thread.currentThread().interrupt();
        return new BenchmarkException("interrupted", cause);
    }
}
