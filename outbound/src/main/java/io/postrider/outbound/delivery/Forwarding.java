package io.postrider.outbound.delivery;

import io.postrider.outbound.delivery.DeliveryStores.Queued;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Brings the retries of a lane forward whose receiver has recovered. One that fails again waits for its time.
 */
final class Forwarding {

    private static final int SPARED_MAX = 1_000;

    /** Deliveries that failed again since the beginning. */
    private final Set<String> spared = new HashSet<>();

    /** The last place that was looked at; null where none is to be. */
    private @Nullable QueueKey last;

    /** Leaves a new place alone. A receiver that fails often again has not recovered, and gets no more. */
    void spare(QueueKey place) {
        if (last != null && place.compareTo(last) > 0) {
            spared.add(place.delivery());
            last = spared.size() > SPARED_MAX ? null : last;
        }
    }

    /** Begins with the first place that is not due. */
    void begin(String endpoint, long nowMillis) {
        spared.clear();
        last = QueueKey.behindDueBy(endpoint, nowMillis);
    }

    boolean isOver() {
        return last == null;
    }

    /** Brings the next places forward. */
    void round(DeliveryStores stores, Lane lane, long nowMillis, int limit) {
        if (last == null) {
            return;
        }
        List<Queued> waiting = stores.following(lane.endpoint(), last, limit);
        last = waiting.size() < limit ? null : waiting.getLast().key();
        for (Queued place : waiting) {
            String id = place.key().delivery();
            boolean counts =
                    stores.delivery(id).filter(each -> stores.counts(place, each)).isPresent();
            if (counts && !spared.contains(id) && !lane.isBusyWith(id)) {
                QueueKey now = new QueueKey(lane.endpoint(), nowMillis, id);
                stores.enqueue(now, place.number());
                stores.dequeue(place.key());
                lane.added(now);
                // An ordered lane finds the new places in the next round.
                lane.retries().forget();
            }
        }
    }
}
