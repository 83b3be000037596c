package io.postrider.runtime.streams;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;

/**
 * How often a failed thread may be replaced: so often within a window and no more. A long outage of the log costs one
 * thread every few minutes and must never use it up; a bug that kills every thread at once must.
 */
final class RestartBudget {

    private final int restartsMax;
    private final Duration window;
    private final LongSupplier nanoTime;
    private final Deque<Long> recent = new ArrayDeque<>();

    RestartBudget(int restartsMax, Duration window, LongSupplier nanoTime) {
        this.restartsMax = restartsMax;
        this.window = window;
        this.nanoTime = nanoTime;
    }

    /** Takes one restart; false when there is none left. */
    synchronized boolean take() {
        long now = nanoTime.getAsLong();
        while (!recent.isEmpty() && now - recent.getFirst() > window.toNanos()) {
            recent.removeFirst();
        }
        if (recent.size() >= restartsMax) {
            return false;
        }
        recent.addLast(now);
        return true;
    }
}
