package io.postrider.platform.streams;

import java.time.Duration;

/**
 * Says after which records a commit is worth asking for ahead of the interval: after one that came in a quiet while
 * and is processed as it comes.
 *
 * <p>A commit costs the stream thread tens of milliseconds, whatever it holds, and holds up the records behind it.
 * Where records come rarely, nobody is behind, and committing at once shows outside readers the events after those
 * milliseconds instead of after the interval. Where they come faster than that, or have piled up, this never asks, so
 * that under load there are as many commits as the interval alone makes. What counts is when the log took the
 * records, not when they are processed: while a slow commit holds them up, they only seem to be far apart, and asking
 * for more commits would be the way to ever less work.
 *
 * <p>One for all tasks of an application, whose transaction is one too.
 */
public final class EarlyCommit {

    private final Duration quiet;
    private final Duration fresh;
    private long newestAppend = Long.MIN_VALUE / 2;

    /**
     * A judge of one application.
     *
     * @param quiet how long nothing must have come before a record that is committed at once
     * @param fresh how old such a record may be by then, its way through the log included; about the interval, since
     *     what is older has been held up
     */
    public EarlyCommit(Duration quiet, Duration fresh) {
        this.quiet = quiet;
        this.fresh = fresh;
    }

    /**
     * Notes a record, and says whether to ask for a commit now.
     *
     * @param appendedMillis when the log took the record, or its producer did
     * @param nowMillis the present
     */
    public synchronized boolean after(long appendedMillis, long nowMillis) {
        boolean cameAlone = appendedMillis - newestAppend >= quiet.toMillis();
        boolean isFresh = nowMillis - appendedMillis < fresh.toMillis();
        newestAppend = Math.max(newestAppend, appendedMillis);
        return cameAlone && isFresh;
    }
}
