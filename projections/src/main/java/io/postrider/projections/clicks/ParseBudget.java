package io.postrider.projections.clicks;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The time on a processor that unknown user agents may take: a fifth of one processor, and two seconds at once. A visitor who makes
 * up a new agent for every click costs no more than that.
 */
final class ParseBudget {

    private static final int SHARE = 5;
    private static final long BURST = Duration.ofSeconds(2).toNanos();

    private final LongSupplier clock;
    private final LongSupplier used;
    private long at;
    private long left = BURST;

    /**
     * @param clock nanoseconds
     * @param used the nanoseconds that the current thread has had of a processor
     */
    ParseBudget(LongSupplier clock, LongSupplier used) {
        this.clock = clock;
        this.used = used;
        this.at = clock.getAsLong();
    }

    synchronized boolean isSpent() {
        long now = clock.getAsLong();
        left = Math.min(BURST, left + (now - at) / SHARE);
        at = now;
        return left <= 0;
    }

    <T> T spend(Supplier<T> task) {
        long before = used.getAsLong();
        T result = task.get();
        take(used.getAsLong() - before);
        return result;
    }

    private synchronized void take(long nanos) {
        left -= nanos;
    }
}
