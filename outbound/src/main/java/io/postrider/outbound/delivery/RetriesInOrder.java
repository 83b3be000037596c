package io.postrider.outbound.delivery;

import io.postrider.outbound.delivery.DeliveryStores.Queued;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** The deliveries of an ordered lane that are to be repeated, the oldest first; they come before all others. */
final class RetriesInOrder {

    private final Deque<Queued> waiting = new ArrayDeque<>();
    private boolean isKept;

    /** Whether the order is kept here; otherwise it begins with {@link #keep}. */
    boolean isKept() {
        return isKept;
    }

    /** Keeps the order from now on. */
    void keep(List<Queued> oldestFirst) {
        waiting.addAll(oldestFirst);
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
    }
}
