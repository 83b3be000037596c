package io.postrider.identity.ratelimit;

import io.postrider.schemas.QuotaUse;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One caller's minute: what this node let in, and what the log says of the others.
 *
 * <p>This node lets in no more than a small part of the quota beyond what it has itself read back from the log. Of nodes that
 * keep to this, the one that has read furthest knows of all but such a part of each other one, so that together they exceed
 * the quota by no more than these parts.
 */
final class RateWindow {

    static final long WINDOW_MILLIS = Duration.ofMinutes(1).toMillis();

    /** How long a request waits for the log at most, before this node goes by its own share of the quota. */
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

    /** What a request gets. */
    sealed interface Turn {

        /** It may go on; {@code tell} if the others should hear of it at once. */
        record Granted(int left, long resetMillis, boolean tell) implements Turn {}

        /** The minute's requests are used up. */
        record Spent(long resetMillis) implements Turn {}

        /** It has to ask again when the log has come back, which the future tells. */
        record Later(CompletableFuture<Void> next) implements Turn {}
    }

    /**
     * By what a node goes.
     *
     * @param ahead how many requests it may let in beyond what it has read back
     * @param share how many it may let in by itself while the log is silent
     * @param untold how many it keeps to itself until it tells at once
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

    /** What the others are told; null if there is nothing new. */
    synchronized @Nullable QuotaUse tell() {
        if (told == used) {
            return null;
        }
        told = used;
        return new QuotaUse(caller, Instant.ofEpochMilli(window), node, used);
    }

    /** What was told did not arrive. */
    synchronized void untold() {
        told = readBack;
    }

    /** The log has something; the future is to be completed, if there is one, outside of this. */
    synchronized @Nullable CompletableFuture<Void> apply(QuotaUse use, long now) {
        long its = use.window().toEpochMilli();
        long current = start(now);
        // A clock that is far ahead would else use up minutes that are still to come.
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
        // After a restart there is more in the log than here.
        used = Math.max(used, readBack);
        told = Math.max(told, readBack);
        stuckSince = NOT_STUCK;
        CompletableFuture<Void> waiting = next;
        next = null;
        return waiting;
    }

    private void enter(long now) {
        long current = start(now);
        // Others may be a little ahead, and have begun the next minute already.
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

    /** Each caller's minutes begin at another time, the same on all nodes, so that not all come back at once. */
    private long start(long now) {
        long phase = Math.floorMod(caller.hashCode(), WINDOW_MILLIS);
        return now - Math.floorMod(now - phase, WINDOW_MILLIS);
    }
}
