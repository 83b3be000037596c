package io.postrider.outbound.delivery;

import io.postrider.outbound.delivery.DeliveryStores.Queued;
import java.util.List;
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

    /** A delivery whose turn has come in the order of its key comes first; otherwise the earliest that is due. */
    @Nullable Queued next(Lane lane, long nowMillis) {
        Queued turn = lane.order().next();
        while (turn != null && !stores.exists(turn)) {
            // Discarded or taken back while it waited.
            lane.order().ended(turn.key().delivery());
            turn = lane.order().next();
        }
        return turn == null && !lane.order().isFull() ? nextDue(lane, nowMillis) : turn;
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
        if (lane.order().isWaiting()) {
            // The next round looks again, since the lane may keep its order no more.
            return;
        }
        lane.nothingDueBefore(
                stores.next(lane.endpoint(), lane.read())
                        .map(place -> place.key().dueAtMillis())
                        .orElse(Lane.NEVER));
    }
}
