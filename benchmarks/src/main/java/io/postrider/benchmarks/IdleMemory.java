package io.postrider.benchmarks;

import io.postrider.benchmarks.load.Pause;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;

/**
 * The memory of a process once it is stable.
 *
 * @param how whether and when it settled
 */
record IdleMemory(double mib, String how) {

    private static final Duration STEP = Duration.ofSeconds(1);
    private static final double CHANGE_MAX = 0.01;
    private static final int PATIENCE = 10;

    /** Watches until the memory has changed by less than a hundredth over the given time. */
    static IdleMemory settle(long pid, Duration window) {
        int samples = (int) window.toSeconds();
        Deque<Double> last = new ArrayDeque<>();
        for (int second = 1; second <= samples * PATIENCE; second++) {
            Pause.of(STEP);
            last.addLast(ProcFs.memoryMib(pid, "VmRSS"));
            if (last.size() > samples) {
                last.removeFirst();
                if (settled(last)) {
                    return new IdleMemory(
                            last.getLast(),
                            "settled %d s after the start, over %d s within 1 %%"
                                    .formatted(second, samples));
                }
            }
        }
        return new IdleMemory(
                last.getLast(), "**not settled** within %d s".formatted(samples * PATIENCE));
    }

    private static boolean settled(Deque<Double> samples) {
        double most = Collections.max(samples);
        return most - Collections.min(samples) <= most * CHANGE_MAX;
    }
}
