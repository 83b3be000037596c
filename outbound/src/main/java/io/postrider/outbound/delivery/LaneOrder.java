package io.postrider.outbound.delivery;

import io.postrider.outbound.delivery.DeliveryStores.Queued;
import io.postrider.schemas.Delivery;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The order of the deliveries of a lane that have the same key. One of them holds the key from its first attempt to its end, retries
 * included; the others wait for it, the oldest first.
 */
final class LaneOrder {

    /** A lane reads no further while as many wait, so that a key that fails uses bounded memory. */
    private static final int WAITING_MAX = 10_000;

    /** Nothing overtakes in a whole lane, so that it needs few. */
    private static final int WAITING_MAX_WHOLE = 128;

    private final Map<String, String> holders = new HashMap<>();
    private final Map<String, String> keys = new HashMap<>();
    private final Map<String, PriorityQueue<Waiting>> waiting = new HashMap<>();
    private final Set<String> waitingIds = new HashSet<>();

    /** Places of those that hold their key now and have not begun. */
    private final Deque<Queued> next = new ArrayDeque<>();

    private boolean isKept;

    private record Waiting(Instant createdAt, Queued place) {}

    /** Whether the order is kept. */
    boolean isKept() {
        return isKept;
    }

    /** Keeps the order from now on. */
    void keep() {
        isKept = true;
    }

    /** Keeps no order any more. */
    void forget() {
        isKept = false;
        holders.clear();
        keys.clear();
        waiting.clear();
        waitingIds.clear();
        next.clear();
    }

    /** Whether a delivery may be attempted: it holds the key or takes it. Otherwise its place waits here. */
    boolean mayBegin(String key, Delivery delivery, Queued place) {
        String id = delivery.id();
        if (hold(key, id)) {
            next.removeIf(freed -> freed.key().delivery().equals(id));
            return true;
        }
        if (waitingIds.add(id)) {
            waiting.computeIfAbsent(
                            key,
                            _ ->
                                    new PriorityQueue<>(
                                            Comparator.comparing(Waiting::createdAt)
                                                    .thenComparing(each -> each.place().key())))
                    .add(new Waiting(delivery.createdAt(), place));
        }
        return false;
    }

    /** Whether a delivery holds the key, which it takes if no other does. */
    boolean hold(String key, String delivery) {
        String holder = holders.computeIfAbsent(key, _ -> delivery);
        if (!holder.equals(delivery)) {
            return false;
        }
        keys.put(delivery, key);
        return true;
    }

    /** A delivery has ended; the one that waited longest for its key is next. Whether there is one. */
    boolean ended(String delivery) {
        String key = keys.remove(delivery);
        if (key == null) {
            return false;
        }
        holders.remove(key);
        PriorityQueue<Waiting> those = waiting.get(key);
        Waiting oldest = those == null ? null : those.poll();
        if (oldest == null) {
            waiting.remove(key);
            return false;
        }
        String id = oldest.place().key().delivery();
        waitingIds.remove(id);
        hold(key, id);
        next.add(oldest.place());
        return true;
    }

    /** Removes a place whose delivery holds its key now; null where none does. */
    @Nullable Queued next() {
        return next.pollFirst();
    }

    /** Whether a delivery waits for its key. */
    boolean isWaiting() {
        return !waitingIds.isEmpty();
    }

    /** Whether the lane is to read no further. */
    boolean isFull() {
        return waitingIds.size()
                >= (holders.containsKey(Channel.ONE_KEY) ? WAITING_MAX_WHOLE : WAITING_MAX);
    }
}
