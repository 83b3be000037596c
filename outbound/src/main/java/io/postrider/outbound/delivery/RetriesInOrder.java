package io.postrider.outbound.delivery;

import io.postrider.outbound.delivery.DeliveryStores.Queued;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** The deliveries of an ordered lane that are to be repeated, the oldest first; they come before all others. */
final class RetriesInOrder {

    /** A lane that was ordered later can have many. */
    private static final int WAITING_MAX = 1_000;

    private final Deque<Queued> waiting = new ArrayDeque<>();
    private boolean isKept;
    private boolean hasMore;

    /** Whether the order is kept here; otherwise it begins with {@link #keep}. */
    boolean isKept() {
        return isKept;
    }

    /** Keeps the order from now on. */
    void keep(List<Queued> oldestFirst) {
        oldestFirst.stream().limit(WAITING_MAX).forEach(waiting::add);
        hasMore = oldestFirst.size() > WAITING_MAX;
        isKept = true;
    }

    /** Keeps no order any more. */
    void forget() {
        waiting.clear();
        isKept = false;
    }

    /** One that was in hand is to be repeated. Where others are too, the order is found anew. */
    void repeat(Queued place) {
        if (!waiting.isEmpty()) {
            forget();
        } else if (isKept) {
            waiting.add(place);
        }
    }

    /** The one that comes next. */
    Optional<Queued> first() {
        return Optional.ofNullable(waiting.peekFirst());
    }

    void removeFirst() {
        waiting.removeFirst();
        if (waiting.isEmpty() && hasMore) {
            forget();
        }
    }
}
