package io.postrider.webhooks.health;

import java.util.Arrays;

/** Attempts and failures of the last five minutes, in buckets of a minute. Never changes. */
final class MinuteWindow {

    static final int MINUTES = 5;
    static final MinuteWindow EMPTY = new MinuteWindow(0, new int[2 * MINUTES]);

    private static final long MILLIS = 60_000;

    private final long newest;

    /** Attempts and failures of a minute side by side, at the place that follows from the minute. */
    private final int[] counts;

    private MinuteWindow(long newest, int[] counts) {
        this.newest = newest;
        this.counts = counts;
    }

    /** The window as it was stored. */
    static MinuteWindow of(long newest, int[] counts) {
        return new MinuteWindow(newest, counts.clone());
    }

    /** The number of the newest minute. */
    long newest() {
        return newest;
    }

    /** The counts as they are stored. */
    int[] counts() {
        return counts.clone();
    }

    /** The window with one more attempt; one that is older than the window changes nothing. */
    MinuteWindow with(long atMillis, boolean failed) {
        long minute = atMillis / MILLIS;
        if (minute <= newest - MINUTES) {
            return this;
        }
        int[] next = counts.clone();
        long passed = Math.min(MINUTES, Math.max(0, minute - newest));
        for (long i = 0; i < passed; i++) {
            int place = place(minute - i);
            Arrays.fill(next, place, place + 2, 0);
        }
        next[place(minute)]++;
        next[place(minute) + 1] += failed ? 1 : 0;
        return new MinuteWindow(Math.max(newest, minute), next);
    }

    /** The attempts that ended within the five minutes before a time, and not before another one. */
    int attempts(long nowMillis, long sinceMillis) {
        return sum(nowMillis, sinceMillis, 0);
    }

    /** How many of them failed. */
    int failed(long nowMillis, long sinceMillis) {
        return sum(nowMillis, sinceMillis, 1);
    }

    private int sum(long nowMillis, long sinceMillis, int what) {
        long first =
                Math.max(Math.max(nowMillis / MILLIS, newest) - MINUTES + 1, sinceMillis / MILLIS);
        int sum = 0;
        for (long minute = Math.max(first, newest - MINUTES + 1); minute <= newest; minute++) {
            sum += counts[place(minute) + what];
        }
        return sum;
    }

    private static int place(long minute) {
        return 2 * Math.floorMod(minute, MINUTES);
    }
}
