package io.postrider.identity.ratelimit;

import io.postrider.schemas.QuotaUse;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The window of one caller, a minute: the requests that this node granted, and those of the other nodes from the log.
 *
 * <p>This node grants no more than a small part of the quota beyond what it has read back from the log. If all nodes do so, the
 * one that has read furthest knows of all but such a part of each other one, so that together they exceed the quota by no more
 * than these parts.
 */
final class RateWindow {

    static final long WINDOW_MILLIS = Duration.ofMinutes(1).toMillis();

    /** Maximum time that a request waits for the log, before this node applies its own share of the quota. */
    static final long PATIENCE_MILLIS = 500;

    private static final long NOT_STUCK = Long.MIN_VALUE;

    private final String caller;
    private final String node;
    private final Map<String, Integer> others = new HashMap<>(2);

    private long window;
    private int used;
    private int othersUsed;
    private int told;
    private int readBack;
    private long stuckSince = NOT_STUCK;
    private @Nullable CompletableFuture<Void> next;

    RateWindow(String caller, String node) {
        this.caller = caller;
        this.node = node;
    }

    /** The result for a request. */
    sealed interface Turn {

        /** The request is granted; {@code tell} if the count must be published at once. */
        record Granted(int left, long resetMillis, boolean tell) implements Turn {}

        /** The minute's requests are used up. */
        record Spent(long resetMillis) implements Turn {}

        /** The request must be repeated when the future completes, after the log has been read back. */
        record Later(CompletableFuture<Void> next) implements Turn {}
    }

    /**
     * The limits that a node applies.
     *
     * @param ahead requests granted at most beyond those read back from the log
     * @param share requests granted at most while the log is silent
     * @param untold requests counted at most until the count is published at once
     */
    record Terms(int quota, int ahead, int share, int untold) {}

    synchronized Turn take(long now, Terms terms) {
        enter(now);
        long reset = window + WINDOW_MILLIS - now;
        int left = terms.quota() - used - othersUsed;
        if (left <= 0) {
            return new Turn.Spent(reset);
        }
        if (used - readBack >= terms.ahead()) {
            if (isPatient(now)) {
                return new Turn.Later(next());
            }
            if (used >= terms.share()) {
                return new Turn.Spent(reset);
            }
        }
        used++;
        return new Turn.Granted(left - 1, reset, used - told >= terms.untold());
    }

    private boolean isPatient(long now) {
        if (stuckSince == NOT_STUCK) {
            stuckSince = now;
        }
        return now - stuckSince < PATIENCE_MILLIS;
    }

    private CompletableFuture<Void> next() {
        CompletableFuture<Void> known = next;
        if (known == null) {
            known = new CompletableFuture<>();
            next = known;
        }
        return known;
    }

    /** The count to publish; null if there is nothing new. */
    synchronized @Nullable QuotaUse tell() {
        if (told == used) {
            return null;
        }
        told = used;
        return new QuotaUse(caller, Instant.ofEpochMilli(window), node, used);
    }

    /** A publication failed. */
    synchronized void untold() {
        told = readBack;
    }

    /** Applies a record of the log; the caller completes the future, if there is one, outside the lock. */
    synchronized @Nullable CompletableFuture<Void> apply(QuotaUse use, long now) {
        long its = use.window().toEpochMilli();
        long current = start(now);
        // Else a clock that is far ahead would use up minutes that are still to come.
        if (its < current || its > current + WINDOW_MILLIS || its < window) {
            return null;
        }
        if (its > window) {
            begin(its);
        }
        if (!use.node().equals(node)) {
            Integer before = others.put(use.node(), use.requests());
            othersUsed += use.requests() - (before == null ? 0 : before);
            return null;
        }
        readBack = Math.max(readBack, use.requests());
        // After a restart the log has more than this node.
        used = Math.max(used, readBack);
        told = Math.max(told, readBack);
        stuckSince = NOT_STUCK;
        CompletableFuture<Void> waiting = next;
        next = null;
        return waiting;
    }

    private void enter(long now) {
        long current = start(now);
        // Clocks of other nodes may be a little ahead and have begun the next minute.
        if (window != current && window != current + WINDOW_MILLIS) {
            begin(current);
        }
    }

    private void begin(long start) {
        window = start;
        used = 0;
        othersUsed = 0;
        told = 0;
        readBack = 0;
        stuckSince = NOT_STUCK;
        others.clear();
    }

    /**
     * The minutes of each caller begin at another time, the same on all nodes, so that the limits of all callers do not reset
     * at the same moment.
     */
    private long start(long now) {
        long phase = Math.floorMod(caller.hashCode(), WINDOW_MILLIS);
        return now - Math.floorMod(now - phase, WINDOW_MILLIS);
    }
}
