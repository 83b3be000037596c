package io.postrider.api.decider;

import java.time.Duration;

/**
 * Says after which commands a commit is worth asking for ahead of the interval: after one that came in a quiet while
 * and is decided as it comes.
 *
 * <p>A commit costs the stream thread tens of milliseconds, whatever it holds, and holds up the commands behind it.
 * Where commands come rarely, nobody is behind, and committing at once shows outside readers the events after those
 * milliseconds instead of after the interval. Where they come faster than that, or have piled up, this never asks, so
 * that under load there are as many commits as the interval alone makes. What counts is when the log took the
 * commands, not when they are decided: while a slow commit holds them up, they only seem to be far apart, and asking
 * for more commits would be the way to ever fewer decisions.
 *
 * <p>One for all tasks of an application, whose transaction is one too.
 */
final class EarlyCommit {

    private final Duration quiet;
    private long newestAppend = Long.MIN_VALUE / 2;

    EarlyCommit(Duration quiet) {
        this.quiet = quiet;
    }

    /**
     * Notes a command, and says whether to ask for a commit now.
     *
     * @param appendedMillis when the log took the command
     * @param nowMillis the present
     */
    synchronized boolean after(long appendedMillis, long nowMillis) {
        boolean cameAlone = appendedMillis - newestAppend >= quiet.toMillis();
        boolean isFresh = nowMillis - appendedMillis < quiet.toMillis();
        newestAppend = Math.max(newestAppend, appendedMillis);
        return cameAlone && isFresh;
    }
}
