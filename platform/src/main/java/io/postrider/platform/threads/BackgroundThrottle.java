package io.postrider.platform.threads;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Limits background work to an eighth of a thread's time during high traffic, so that redirects have the processors. The work
 * is never starved: its share is guaranteed, and the limit ends with the high traffic. For one thread at a time.
 */
public final class BackgroundThrottle {

    private static final long CROWD_PER_PROCESSOR = 6_000;
    private static final long WINDOW_NANOS = Duration.ofMillis(50).toNanos();
    private static final long SLICE_NANOS = Duration.ofMillis(1).toNanos();
    private static final long LONGEST_REST_NANOS = Duration.ofMillis(100).toNanos();
    private static final long REST_PER_WORK = 7;

    private final LongSupplier visitors;
    private final long crowdPerSecond;
    private final LongSupplier nanoTime;
    private final LongConsumer rest;
    private long windowBegan;
    private long visitorsThen;
    private boolean crowded;
    private long workBegan;

    /**
     * A pace for a process that visitors come to.
     *
     * @param visitors number of visitors so far
     */
    public BackgroundThrottle(LongSupplier visitors) {
        this(
                visitors,
                CROWD_PER_PROCESSOR * Runtime.getRuntime().availableProcessors(),
                System::nanoTime,
                LockSupport::parkNanos);
    }

    BackgroundThrottle(
            LongSupplier visitors, long crowdPerSecond, LongSupplier nanoTime, LongConsumer rest) {
        this.visitors = visitors;
        this.crowdPerSecond = crowdPerSecond;
        this.nanoTime = nanoTime;
        this.rest = rest;
        this.windowBegan = nanoTime.getAsLong();
        this.visitorsThen = visitors.getAsLong();
        this.workBegan = windowBegan;
    }

    /** To be called between small pieces of work; rests when it is time to. */
    public void step() {
        long now = nanoTime.getAsLong();
        look(now);
        long worked = now - workBegan;
        if (!crowded) {
            workBegan = now;
        } else if (worked >= SLICE_NANOS) {
            rest.accept(Math.min(REST_PER_WORK * worked, LONGEST_REST_NANOS));
            workBegan = nanoTime.getAsLong();
        }
    }

    private void look(long now) {
        long elapsed = now - windowBegan;
        if (elapsed < WINDOW_NANOS) {
            return;
        }
        long count = visitors.getAsLong();
        double perSecond =
                (count - visitorsThen) * (double) Duration.ofSeconds(1).toNanos() / elapsed;
        crowded = perSecond >= crowdPerSecond;
        windowBegan = now;
        visitorsThen = count;
    }
}
