package io.postrider.benchmarks;

import io.postrider.benchmarks.load.Pause;
import java.time.Duration;

/** Waiting until the product has worked off what was asked of it, so that it does not slow the next contender down. */
final class Quiet {

    static final Duration PATIENCE = Duration.ofMinutes(10);

    private static final Duration STEP = Duration.ofMillis(250);
    private static final Duration SAMPLE = Duration.ofSeconds(1);
    private static final double IDLE_PROCESSORS = 0.2;

    private Quiet() {}

    /**
     * The way in which the product became quiet.
     *
     * @param publicSeconds until every click was public
     * @param unread clicks that were not, when patience was at its end
     */
    record Outcome(double publicSeconds, long unread) {}

    static Outcome await(Product product, ClickLog clicks) {
        long began = System.nanoTime();
        long unread = clicks.unread();
        while (unread > 0 && System.nanoTime() - began < PATIENCE.toNanos()) {
            Pause.of(STEP);
            unread = clicks.unread();
        }
        Outcome outcome = new Outcome((System.nanoTime() - began) / 1e9, unread);
        while (busyProcessors(product.pid()) > IDLE_PROCESSORS
                && System.nanoTime() - began < PATIENCE.toNanos()) {
            // Sampling takes the time.
        }
        return outcome;
    }

    private static double busyProcessors(long pid) {
        double before = ProcFs.cpuSeconds(pid);
        Pause.of(SAMPLE);
        return ProcFs.cpuSeconds(pid) - before;
    }
}
