package io.postrider.redirects.spool;

import java.util.concurrent.TimeUnit;

/**
 * The age of the oldest record of a lane that is not acknowledged, to the second. It remembers once a second how far the lane
 * was appended to; beyond ten minutes it remembers no more, and the age may be too low once they are over.
 */
final class PendingAge {

    private static final int MARKS_MAX = 600;
    private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long NONE = 0;

    private final long[] sequences = new long[MARKS_MAX];
    private final long[] times = new long[MARKS_MAX];
    private int first;
    private int count;
    private volatile long since = NONE;

    /** Looks at the positions of the lane; for one thread. */
    void look(long appended, long acknowledged, long nowNanos) {
        while (count > 0 && sequences[first] <= acknowledged) {
            first = (first + 1) % MARKS_MAX;
            count--;
        }
        int last = (first + count - 1 + MARKS_MAX) % MARKS_MAX;
        boolean due = count == 0 || nowNanos - times[last] >= EVERY_NANOS;
        if (due && appended > acknowledged && count < MARKS_MAX) {
            int next = (first + count) % MARKS_MAX;
            sequences[next] = appended;
            times[next] = nowNanos == NONE ? 1 : nowNanos;
            count++;
        }
        since = count == 0 ? NONE : times[first];
    }

    /** The age in nanoseconds; 0 if all records are acknowledged. */
    long nanos(long nowNanos) {
        long oldest = since;
        return oldest == NONE ? 0 : Math.max(0, nowNanos - oldest);
    }
}
