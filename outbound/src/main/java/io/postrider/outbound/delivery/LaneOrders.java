package io.postrider.outbound.delivery;

import io.postrider.outbound.delivery.DeliveryStores.Queued;
import io.postrider.schemas.Delivery;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Keeps the order of the lanes whose receivers want one.
 *
 * @param <L> the receiver
 */
record LaneOrders<L>(DeliveryStores stores, Channel<L> channel) {

    /** Begins to keep the order of a lane, with those in hand and the retries, the oldest first; or ends it. */
    void keep(Lane lane, Optional<L> receiver) {
        Optional<L> ordered = receiver.filter(channel::isOrdered);
        if (ordered.isPresent() && !lane.order().isKept()) {
            lane.order().keep();
            Stream.concat(lane.inHand().stream(), stores.retries(lane.endpoint()).stream())
                    .flatMap(id -> stores.delivery(id).stream())
                    .forEach(delivery -> hold(lane, delivery, ordered.get()));
        } else if (ordered.isEmpty() && lane.order().isKept()) {
            lane.order().forget();
            lane.reread();
        }
    }

    private void hold(Lane lane, Delivery delivery, L receiver) {
        channel.orderKey(delivery, receiver)
                .ifPresent(key -> lane.order().hold(key, delivery.id()));
    }

    /** Whether a delivery waits for another one with its key. */
    boolean waits(Lane lane, Delivery delivery, L receiver, Queued place) {
        return channel.orderKey(delivery, receiver)
                .filter(key -> !lane.order().mayBegin(key, delivery, place))
                .isPresent();
    }
}
