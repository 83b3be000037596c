package io.postrider.outbound.delivery;

import io.postrider.outbound.delivery.DeliveryStores.Queued;
import io.postrider.platform.streams.IsolatedRound;
import io.postrider.schemas.Delivery;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * Starts what is due, workspace by workspace and lane by lane, each lane within its permits and all of them within those of a
 * partition.
 */
final class Lanes<L> {

    /** Places that are read from the queue at a time. */
    private static final int PORTION = 128;

    /** The part of a full backlog that is discarded at once, a thousandth. */
    private static final int DISCARDED_PART = 1_000;

    private final DeliveryStores stores;
    private final LaneQueue queue;
    private final LaneOrders<L> orders;
    private final Channel<L> channel;
    private final LanePermits usual;
    private final LanePermits aside;

    /** The lane that was started longest ago comes first. */
    private final SequencedMap<String, Lane> lanes = new LinkedHashMap<>();

    /**
     * How much may be in hand at a time. A lane begins with few permits, which double with each outcome, so that receivers
     * that never answer leave room for the others.
     *
     * @param first attempts of an endpoint at first, and after a timeout or where the receiver is overloaded
     * @param perEndpoint attempts of one endpoint at most
     * @param all attempts of all endpoints of a partition that are not aside, and as many of those that are
     */
    record Permits(int first, int perEndpoint, int all) {}

    private boolean held;

    Lanes(DeliveryStores stores, Channel<L> channel, Permits permits) {
        this.stores = stores;
        this.queue = new LaneQueue(stores, PORTION);
        this.orders = new LaneOrders<>(stores, channel);
        this.channel = channel;
        this.usual = new LanePermits(permits);
        this.aside = new LanePermits(permits);
    }

    /** Finds the lanes again after a start; what had been in hand then is attempted anew. */
    void restore() {
        for (String endpoint : stores.endpoints()) {
            Lane lane = lane(endpoint, workspace(endpoint));
            lane.dueAt(0);
            lane.count(stores.count(endpoint));
        }
    }

    /** No workspace where a crash has torn the delivery. */
    private String workspace(String endpoint) {
        return stores.first(endpoint)
                .flatMap(place -> stores.delivery(place.key().delivery()))
                .map(Delivery::workspace)
                .orElse("");
    }

    /** Starts nothing, or starts again. */
    void hold(boolean now) {
        held = now;
    }

    /** A place of an endpoint was added to the queue. */
    void added(QueueKey place, String workspace) {
        lane(place.endpoint(), workspace).added(place);
    }

    /** A delivery of an endpoint is new; the oldest ones go where too many wait, several at once since each look costs. */
    void arrived(String endpoint, long nowMillis) {
        Lane lane = lanes.get(endpoint);
        if (lane == null) {
            return;
        }
        lane.count(1);
        int max = channel.backlog().deliveriesMax();
        // Those that are discarded are in hand until their end is read back.
        if (lane.unended() - lane.busyCount() > max) {
            int discarded = Math.max(1, max / DISCARDED_PART);
            stores.oldest(endpoint, lane.busyCount() + discarded).stream()
                    .filter(place -> !lane.isBusyWith(place.key().delivery()))
                    .limit(discarded)
                    .forEach(place -> discard(lane, place, nowMillis, Backlog.FULL));
        }
    }

    /** A delivery of an endpoint has ended. */
    void ended(String endpoint, String delivery) {
        Lane lane = lanes.get(endpoint);
        if (lane != null) {
            lane.count(-1);
            if (lane.order().ended(delivery)) {
                lane.dueAt(0);
            }
        }
    }

    private void discard(Lane lane, Queued place, long nowMillis, String reason) {
        Optional<Delivery> delivery = stores.delivery(place.key().delivery());
        if (delivery.filter(each -> stores.counts(place, each)).isPresent()) {
            take(
                    lane,
                    place,
                    nowMillis,
                    () -> channel.discard(delivery.get(), place.number(), reason));
        }
    }

    /** Those of a lane that is closed never begin, so their age is looked at here. */
    private void discardAged(Lane lane, long nowMillis) {
        if (lane.ages(nowMillis)) {
            stores.oldest(lane.endpoint(), PORTION).stream()
                    .filter(place -> isAged(place.key().dueAtMillis(), nowMillis))
                    .filter(place -> !lane.isBusyWith(place.key().delivery()))
                    .forEach(place -> discard(lane, place, nowMillis, Backlog.EXPIRED));
        }
    }

    private boolean isAged(long sinceMillis, long nowMillis) {
        return nowMillis - sinceMillis > channel.backlog().ageMax().toMillis();
    }

    private Lane lane(String endpoint, String workspace) {
        return lanes.computeIfAbsent(
                endpoint,
                _ -> new Lane(endpoint, workspace, channel.isAside(endpoint) ? aside : usual));
    }

    /** Whether an attempt of a delivery is in hand. */
    boolean isBusyWith(String endpoint, String delivery) {
        Lane lane = lanes.get(endpoint);
        return lane != null && lane.isBusyWith(delivery);
    }

    /** The place of a delivery in hand. */
    Optional<Queued> inHand(String endpoint, String delivery) {
        return Optional.ofNullable(lanes.get(endpoint)).flatMap(lane -> lane.inHand(delivery));
    }

    /**
     * The outcome of an attempt has been read back.
     *
     * @param overloaded whether the receiver took too long, or said that it has too much to do
     */
    void release(String endpoint, String delivery, boolean overloaded) {
        Lane lane = lanes.get(endpoint);
        if (lane != null && lane.isBusyWith(delivery)) {
            Permits permits = lane.pool().permits();
            lane.permit(
                    overloaded
                            ? permits.first()
                            : Math.min(permits.perEndpoint(), 2 * lane.permits()));
            release(lane, delivery);
        }
    }

    /** The outcome of an attempt says whether a failing receiver has recovered; then everything that waits comes at once. */
    void probed(String endpoint, boolean success, long nowMillis) {
        Lane lane = lanes.get(endpoint);
        if (lane == null) {
            return;
        }
        if (!success) {
            lane.forwarding().end();
        }
        if (success) {
            look(lane, channel.receiver(endpoint), nowMillis);
        }
        if (lane.probing().ended(success, nowMillis)) {
            lane.permit(lane.pool().permits().perEndpoint());
            lane.forwarding().begin(endpoint, nowMillis);
            lane.dueAt(nowMillis);
        }
    }

    /** The end of a delivery that was discarded has been read back; it says nothing about the receiver. */
    void releaseDiscarded(String endpoint, String delivery) {
        Lane lane = lanes.get(endpoint);
        if (lane != null && lane.isBusyWith(delivery)) {
            release(lane, delivery);
        }
    }

    private static void release(Lane lane, String delivery) {
        if (lane.release(delivery)) {
            lane.pool().count(lane, -1);
        }
    }

    /**
     * The outcome of an attempt was set aside. Which delivery it is of is not known, so that none can be attempted anew; but one
     * gives its permit to the others of its lane.
     */
    void setAside(String endpoint) {
        Lane lane = lanes.get(endpoint);
        if (lane != null && lane.setAside()) {
            lane.pool().count(lane, -1);
        }
    }

    /** Starts what is due in one lane. */
    void start(String endpoint, long nowMillis) {
        Lane lane = lanes.get(endpoint);
        if (lane != null) {
            start(lane, nowMillis);
        }
    }

    /** Starts the first attempt of a delivery that a caller waits for, in front of the others of its lane. */
    void startInFront(Delivery delivery, long nowMillis) {
        Lane lane = lanes.get(delivery.endpoint());
        if (held || lane == null || !lane.pool().hasPermit(lane)) {
            return;
        }
        Optional<L> receiver = channel.receiver(delivery.endpoint());
        if (receiver.filter(channel::isOpen).isPresent()) {
            begin(lane, receiver, DeliveryStores.first(delivery), nowMillis);
        }
    }

    /** Starts what is due in all lanes, until the time budget is used up. */
    void startAll(long nowMillis, long budgetNanos) {
        long end = System.nanoTime() + budgetNanos;
        lanes.values().removeIf(lane -> lane.isIdle(nowMillis));
        SequencedMap<String, Deque<Lane>> turns = new LinkedHashMap<>();
        for (Lane lane : lanes.values()) {
            if (lane.mayBeDue(nowMillis)) {
                turns.computeIfAbsent(lane.workspace(), _ -> new ArrayDeque<>()).add(lane);
            }
        }
        while (!turns.isEmpty() && System.nanoTime() - end <= 0) {
            Map.Entry<String, Deque<Lane>> turn = turns.pollFirstEntry();
            Lane lane = turn.getValue().removeFirst();
            if (!turn.getValue().isEmpty()) {
                turns.putLast(turn.getKey(), turn.getValue());
            }
            lanes.putLast(lane.endpoint(), lane);
            IsolatedRound.run("lanes", List.of(lane), each -> start(each, nowMillis));
        }
    }

    /** The deliveries that have not ended. */
    PartitionLoad load() {
        int all = 0;
        int most = 0;
        for (Lane lane : lanes.values()) {
            all += lane.unended();
            most = Math.max(most, lane.unended());
        }
        return new PartitionLoad(all, most, Math.max(usual.busyCount(), aside.busyCount()));
    }

    int busyCount() {
        return usual.busyCount() + aside.busyCount();
    }

    private void start(Lane lane, long nowMillis) {
        if (held || !lane.mayBeDue(nowMillis) || !lane.pool().hasPermit(lane)) {
            return;
        }
        Optional<L> receiver = channel.receiver(lane.endpoint());
        if (receiver.filter(to -> !channel.isOpen(to)).isPresent()) {
            // Held until it is open; the next round looks again.
            discardAged(lane, nowMillis);
            return;
        }
        look(lane, receiver, nowMillis);
        if (!lane.probing().allows(lane.permitted(), nowMillis)) {
            discardAged(lane, nowMillis);
            return;
        }
        lane.forwarding().round(stores, lane, nowMillis, PORTION);
        orders.keep(lane, receiver);
        startDue(lane, receiver, nowMillis);
        if (!lane.forwarding().isOver()) {
            lane.dueAt(nowMillis);
        }
    }

    private void look(Lane lane, Optional<L> receiver, long nowMillis) {
        lane.probing().look(receiver.map(channel::failingSince).orElse(0L), nowMillis);
    }

    private void startDue(Lane lane, Optional<L> receiver, long nowMillis) {
        while (mayBegin(lane, receiver, nowMillis)) {
            Queued queued = queue.next(lane, nowMillis);
            if (queued == null) {
                queue.rest(lane);
                return;
            }
            begin(lane, receiver, queued, nowMillis);
        }
    }

    private boolean mayBegin(Lane lane, Optional<L> receiver, long nowMillis) {
        return lane.pool().hasPermit(lane)
                && lane.probing().allows(lane.permitted(), nowMillis)
                && !isTooFast(lane, receiver, nowMillis);
    }

    private boolean isTooFast(Lane lane, Optional<L> receiver, long nowMillis) {
        return receiver.filter(to -> !lane.rate().mayTake(channel.perSecond(to), nowMillis))
                .isPresent();
    }

    private void begin(Lane lane, Optional<L> receiver, Queued queued, long nowMillis) {
        String id = queued.key().delivery();
        Optional<Delivery> delivery = stores.delivery(id);
        if (delivery.isEmpty()) {
            // Done with, or torn by a crash and soon read again.
            stores.forgetRetry(id);
            stores.dequeue(queued.key());
            lane.order().ended(id);
        } else if (!stores.counts(queued, delivery.get())) {
            // Left behind by a crash when the next place had been taken already.
            stores.dequeue(queued.key());
        } else if (lane.isBusyWith(id)) {
            // Its outcome takes the place away, and gives the permit back.
            return;
        } else if (receiver.isEmpty()) {
            // Deleted: no outcome would ever take the place away.
            if (stores.finish(id, queued.key().dueAtMillis())) {
                ended(lane.endpoint(), id);
            }
            stores.dequeue(queued.key());
        } else if (isAged(delivery.get().createdAt().toEpochMilli(), nowMillis)) {
            discard(lane, queued, nowMillis, Backlog.EXPIRED);
        } else if (orders.waits(lane, delivery.get(), receiver.get(), queued)) {
            return;
        } else if (!channel.repeats() && stores.isStarted(id, queued.number())) {
            take(lane, queued, nowMillis, () -> channel.abandon(delivery.get(), queued.number()));
        } else if (!isPutOff(lane, delivery.get(), receiver.get(), queued, nowMillis)) {
            take(
                    lane,
                    queued,
                    nowMillis,
                    () -> channel.attempt(delivery.get(), receiver.get(), queued.number()));
        }
    }

    /** One that cannot be attempted stays in hand until a restart, as one whose outcome was set aside. */
    private void take(Lane lane, Queued queued, long nowMillis, Runnable attempt) {
        lane.take(queued);
        lane.begin(nowMillis);
        lane.pool().count(lane, 1);
        boolean begun = false;
        try {
            attempt.run();
            begun = true;
        } finally {
            if (!begun) {
                setAside(lane.endpoint());
            }
        }
    }

    /** A delivery that was put off, or whose attempt failed, has had its turn. */
    private boolean isPutOff(
            Lane lane, Delivery delivery, L receiver, Queued queued, long nowMillis) {
        if (!DeliveryStores.first(delivery).equals(queued)) {
            return false;
        }
        long turn = channel.turn(delivery, receiver, nowMillis);
        if (turn <= nowMillis) {
            return false;
        }
        QueueKey later = new QueueKey(delivery.endpoint(), turn, delivery.id());
        stores.enqueue(later, queued.number());
        stores.dequeue(queued.key());
        lane.added(later);
        return true;
    }
}
