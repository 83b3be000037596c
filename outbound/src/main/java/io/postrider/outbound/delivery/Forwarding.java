package io.postrider.outbound.delivery;

import io.postrider.outbound.delivery.DeliveryStores.Queued;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Brings the retries of a lane forward whose receiver has recovered, until an attempt fails again. */
final class Forwarding {

    /** The last place that was looked at; null where none is to be. */
    private @Nullable QueueKey last;

    /** Begins with the first place that is not due. */
    void begin(String endpoint, long nowMillis) {
        last = QueueKey.behindDueBy(endpoint, nowMillis);
    }

    /** Leaves the places that were not looked at where they are: a receiver that fails again would use up all attempts. */
    void end() {
        last = null;
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
        waiting.stream()
                .filter(place -> isRetry(stores, lane, place, nowMillis))
                .forEach(place -> {
                    QueueKey now = new QueueKey(lane.endpoint(), nowMillis, place.key().delivery());
                    stores.enqueue(now, place.number());
                    stores.dequeue(place.key());
                    lane.added(now);
                });
    }

    /** A place that has become due comes anyway, and can be the very one that would be written; a first attempt keeps its order. */
    private static boolean isRetry(DeliveryStores stores, Lane lane, Queued place, long nowMillis) {
        String id = place.key().delivery();
        return place.number() > 1
                && place.key().dueAtMillis() > nowMillis
                && !lane.isBusyWith(id)
                && stores.delivery(id).filter(each -> stores.counts(place, each)).isPresent();
    }
}
