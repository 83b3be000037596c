package io.postrider.outbound.delivery;

import io.postrider.outbound.delivery.DeliveryStores.Queued;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The lane of one endpoint in the dispatcher. Its contents are lost with the process and found again in the queue; a
 * slow or failing endpoint fills its own lane only.
 */
final class Lane {

    static final long NEVER = Long.MAX_VALUE;

    /** A lane without deliveries keeps what is known of its receiver. */
    private static final int IDLE_SECONDS = 60;

    private static final long AGE_LOOK_MILLIS = 60_000;

    private final String endpoint;
    private final String workspace;
    private final LanePermits pool;
    private final Map<String, Queued> busy = new HashMap<>();

    /** Places that are due and were read from the queue, the earliest first. */
    private final Deque<Queued> ready = new ArrayDeque<>();

    /** The last place that was read from the queue; all before it are ready, in hand or gone. */
    private @Nullable QueueKey read;

    private final Probing probing = new Probing();
    private final Forwarding forwarding = new Forwarding();
    private int unended;
    private long agedAtMillis;
    private int unanswered;
    private int permits;
    private long nextDueMillis;
    private long second;
    private final TokenBucket rate = new TokenBucket();
    private final LaneOrder order = new LaneOrder();

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

    /** The attempts while the receiver is failing. */
    Probing probing() {
        return probing;
    }

    /** The retries that come earlier than planned. */
    Forwarding forwarding() {
        return forwarding;
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

    /** Something of this lane is due at this time, or earlier ones are known already. */
    void dueAt(long millis) {
        nextDueMillis = Math.min(nextDueMillis, millis);
    }

    /** The deliveries of this lane that have not ended. */
    int unended() {
        return unended;
    }

    /** Counts deliveries that come or end. */
    void count(int change) {
        unended = Math.max(0, unended + change);
    }

    /** Whether the age of the deliveries is to be looked at; once per minute. */
    boolean ages(long nowMillis) {
        boolean looks = nowMillis - agedAtMillis >= AGE_LOOK_MILLIS;
        agedAtMillis = looks ? nowMillis : agedAtMillis;
        return looks;
    }

    /** A place was added to the queue. One before the last that was read is read as well, with those after it once more. */
    void added(QueueKey place) {
        dueAt(place.dueAtMillis());
        if (read != null && place.compareTo(read) <= 0) {
            Queued first = ready.peekFirst();
            read =
                    QueueKey.before(
                            first == null || place.compareTo(first.key()) < 0
                                    ? place
                                    : first.key());
            ready.clear();
        }
    }

    /** Nothing of this lane is due before this time. */
    void nothingDueBefore(long millis) {
        nextDueMillis = millis;
    }

    boolean mayBeDue(long nowMillis) {
        return nextDueMillis <= nowMillis;
    }

    /** Whether nothing of this lane is queued or in hand, and has not been for a while. */
    boolean isIdle(long nowMillis) {
        return nextDueMillis == NEVER
                && busy.isEmpty()
                && nowMillis / 1_000 - second > IDLE_SECONDS;
    }

    /** The last place that was read; empty where none was. */
    Optional<QueueKey> read() {
        return Optional.ofNullable(read);
    }

    /** The places behind the last one were read. */
    void ready(List<Queued> places) {
        ready.addAll(places);
        read = places.getLast().key();
    }

    /** Removes the earliest of the places that are ready; null where none is. */
    @Nullable Queued next() {
        return ready.pollFirst();
    }

    /** Takes a delivery in hand that is not. */
    void take(Queued queued) {
        busy.put(queued.key().delivery(), queued);
    }

    /** The place of a delivery in hand. */
    Optional<Queued> inHand(String delivery) {
        return Optional.ofNullable(busy.get(delivery));
    }

    /** Counts an attempt that begins. */
    void begin(long nowMillis) {
        rate.take();
        second = nowMillis / 1_000;
    }

    /** The rate at which attempts begin. */
    TokenBucket rate() {
        return rate;
    }

    /** The order of deliveries with the same key. */
    LaneOrder order() {
        return order;
    }

    /** The deliveries in hand. */
    Set<String> inHand() {
        return Set.copyOf(busy.keySet());
    }

    /** Reads the queue from its beginning. */
    void reread() {
        read = null;
        ready.clear();
        dueAt(0);
    }

    boolean isBusyWith(String delivery) {
        return busy.containsKey(delivery);
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
