package io.postrider.outbound.delivery;

import java.util.HashSet;
import java.util.Set;

/**
 * One endpoint's own way through the dispatcher. What it holds is lost with the process and found again in the queue; a
 * slow or failing endpoint fills its own lane and nobody else's.
 */
final class Lane {

    private final String endpoint;
    private final String workspace;
    private final LanePermits pool;
    private final Set<String> busy = new HashSet<>();
    private int unanswered;
    private int permits;
    private long nextDueMillis;
    private long earliestMillis = Long.MAX_VALUE;
    private long second;
    private int begun;

    Lane(String endpoint, String workspace, LanePermits pool) {
        this.endpoint = endpoint;
        this.workspace = workspace;
        this.pool = pool;
        this.permits = pool.permits().first();
    }

    /** The attempts that may be in hand at a time. */
    int permits() {
        return permits;
    }

    void permit(int attempts) {
        permits = attempts;
    }

    LanePermits pool() {
        return pool;
    }

    String endpoint() {
        return endpoint;
    }

    String workspace() {
        return workspace;
    }

    /** A delivery of this lane is due at this time, or earlier ones are known already. */
    void dueAt(long millis) {
        nextDueMillis = Math.min(nextDueMillis, millis);
        earliestMillis = Math.min(earliestMillis, millis);
    }

    /** Nothing of this lane is due before this time. */
    void nothingDueBefore(long millis) {
        nextDueMillis = millis;
    }

    /** No place of this lane, one in hand included, is due before this time. */
    long earliestMillis() {
        return earliestMillis;
    }

    /** The first place of this lane was found at this time. */
    void beginsAt(long millis) {
        earliestMillis = millis;
    }

    boolean mayBeDue(long nowMillis) {
        return nextDueMillis <= nowMillis;
    }

    /** Takes a delivery in hand that is not. */
    void take(String delivery) {
        busy.add(delivery);
    }

    /** Counts an attempt that begins. */
    void begin(long nowMillis) {
        begun = begunInSecondOf(nowMillis) + 1;
        second = nowMillis / 1_000;
    }

    /** How many attempts have begun in the second of a time. */
    int begunInSecondOf(long nowMillis) {
        return nowMillis / 1_000 == second ? begun : 0;
    }

    boolean isBusyWith(String delivery) {
        return busy.contains(delivery);
    }

    /** The outcome of an attempt has been read back; false if its permit was given back before. */
    boolean release(String delivery) {
        busy.remove(delivery);
        boolean permitted = unanswered == 0;
        unanswered = Math.max(0, unanswered - 1);
        return permitted;
    }

    /** The outcome of an attempt was set aside; false if all in hand are waited for in vain already. */
    boolean setAside() {
        boolean permitted = permitted() > 0;
        unanswered += permitted ? 1 : 0;
        return permitted;
    }

    int busyCount() {
        return busy.size();
    }

    /** The attempts in hand that have a permit. */
    int permitted() {
        return busy.size() - unanswered;
    }
}
