package io.postrider.outbound.delivery;

import io.postrider.outbound.delivery.DeliveryStores.Queued;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the places of a lane from the queue, in the order in which their attempts begin. */
final class LaneQueue {

    private final DeliveryStores stores;
    private final int portion;

    /**
     * A reader.
     *
     * @param portion places that are read at once, since each look at the queue costs
     */
    LaneQueue(DeliveryStores stores, int portion) {
        this.stores = stores;
        this.portion = portion;
    }

    /** Begins to keep the order of a lane, or ends it. */
    void order(Lane lane, boolean ordered) {
        if (!ordered) {
            lane.retries().forget();
        } else if (!lane.retries().isKept()) {
            lane.retries().keep(stores.retries(lane.endpoint()));
        }
    }

    /** A delivery that is to be repeated comes first, due or not; otherwise the earliest that is due. */
    @Nullable Queued next(Lane lane, long nowMillis) {
        Optional<Queued> repeated = repeated(lane);
        if (repeated.isEmpty()) {
            return nextDue(lane, nowMillis);
        }
        if (repeated.get().key().dueAtMillis() > nowMillis) {
            return null;
        }
        lane.retries().removeFirst();
        return repeated.get();
    }

    /** The retry that comes next; one that was discarded or taken back has no place any more. */
    private Optional<Queued> repeated(Lane lane) {
        while (lane.retries().first().filter(place -> !stores.exists(place)).isPresent()) {
            lane.retries().removeFirst();
        }
        return lane.retries().first();
    }

    /** The earliest place that is due and was not read before. */
    private @Nullable Queued nextDue(Lane lane, long nowMillis) {
        Queued next = lane.next();
        if (next != null) {
            return next;
        }
        List<Queued> due = stores.due(lane.endpoint(), lane.read(), nowMillis, portion);
        if (due.isEmpty()) {
            return null;
        }
        lane.ready(due);
        return lane.next();
    }

    /** Everything that is due was begun: the lane rests until the first place that it has not read. */
    void rest(Lane lane) {
        lane.rate().rest();
        if (lane.retries().first().isPresent()) {
            // The next round looks again, since the lane may keep its order no more.
            return;
        }
        lane.nothingDueBefore(
                stores.next(lane.endpoint(), lane.read())
                        .map(place -> place.key().dueAtMillis())
                        .orElse(Lane.NEVER));
    }
}
