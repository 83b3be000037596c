package io.postrider.projections.clicks;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The time that unknown user agents may take: a fifth of it, and two seconds at once. A visitor who makes up a new agent for every
 * click delays the clicks of the others by no more than that. The time is that of the clock and not of the processor, of which the
 * stream has little while visitors come.
 */
final class ParseBudget {

    private static final int SHARE = 5;
    private static final long BURST = Duration.ofSeconds(2).toNanos();

    private final LongSupplier clock;
    private long at;
    private long left = BURST;

    /** @param clock nanoseconds */
    ParseBudget(LongSupplier clock) {
        this.clock = clock;
        this.at = clock.getAsLong();
    }

    synchronized boolean isSpent() {
        long now = clock.getAsLong();
        left = Math.min(BURST, left + (now - at) / SHARE);
        at = now;
        return left <= 0;
    }

    <T> T spend(Supplier<T> task) {
        long before = clock.getAsLong();
        T result = task.get();
        take(clock.getAsLong() - before);
        return result;
    }

    private synchronized void take(long nanos) {
        left -= nanos;
    }
}
