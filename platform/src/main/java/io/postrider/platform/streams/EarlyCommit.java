package io.postrider.platform.streams;

import java.time.Duration;

/**
 * Decides after which records a commit ahead of the interval pays off: after one that arrived in a quiet period and is
 * processed at once.
 *
 * <p>A commit costs the stream thread tens of milliseconds, whatever its size, and delays the records behind it. With rare
 * records there are none behind it, and an immediate commit shows the events to outside readers after these milliseconds
 * instead of after the interval. With frequent records, or a backlog, this never requests a commit, so that under load there
 * are as many commits as the interval alone causes. The time at which the log appended the records counts, and not the time of
 * their processing: while a slow commit delays them, they only seem to be far apart.
 */
public final class EarlyCommit {

    private final Duration quiet;
    private final Duration fresh;
    private long newestAppend = Long.MIN_VALUE / 2;

    /**
     * The state of one application.
     *
     * @param quiet minimum time without records before one that is committed at once
     * @param fresh how old such a record may be by then, its way through the log included; about the interval, since what is
     *     older has been held up
     */
    public EarlyCommit(Duration quiet, Duration fresh) {
        this.quiet = quiet;
        this.fresh = fresh;
    }

    /**
     * Notes a record, and says whether to ask for a commit now.
     *
     * @param appendedMillis time of the record's append, or of its producer, in milliseconds
     * @param nowMillis the present
     */
    public synchronized boolean after(long appendedMillis, long nowMillis) {
        boolean cameAlone = appendedMillis - newestAppend >= quiet.toMillis();
        boolean isFresh = nowMillis - appendedMillis < fresh.toMillis();
        newestAppend = Math.max(newestAppend, appendedMillis);
        return cameAlone && isFresh;
    }
}
