package io.postrider.expressions.bounds;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Whether an evaluation has used its 100 milliseconds of processor time, so that a busy machine fails no expression; the time
 * is read only for slow evaluations, because reading takes time too.
 */
final class ProcessorTime {

    private static final long NANOS = 100_000_000;
    private static final long LOOK_NANOS = 10_000_000;
    // For threads of which the time on a processor is not known, as virtual ones.
    private static final long ELAPSED_NANOS = 10 * NANOS;

    private final long start = System.nanoTime();
    private long lookAt = LOOK_NANOS;
    private long before = -1;

    boolean isUsedUp() {
        long elapsed = System.nanoTime() - start;
        if (elapsed < lookAt) {
            return false;
        }
        lookAt = elapsed + LOOK_NANOS;
        if (Thread.currentThread().isVirtual()
                || !Clock.THREADS.isCurrentThreadCpuTimeSupported()) {
            return elapsed > ELAPSED_NANOS;
        }
        long used = Clock.THREADS.getCurrentThreadCpuTime();
        if (before < 0) {
            // The processor time of the thread before the evaluation, estimated afterwards.
            before = used - Math.min(elapsed, LOOK_NANOS);
        }
        return used - before > NANOS;
    }

    /** Loaded when it is needed first. */
    private static final class Clock {

        private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    }
}
