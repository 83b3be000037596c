package io.postrider.outbound.delivery;

import io.postrider.outbound.delivery.DeliveryStores.Queued;
import io.postrider.outbound.http.CallError;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.Delivery;
import java.time.Instant;
import java.util.Optional;

/**
 * The queue of deliveries of one partition. Nothing but an attempt's outcome that was read back from the log takes a
 * delivery out of it, so a crash repeats an attempt and never loses one.
 *
 * <p>A crash also tears what one record wrote: each store is restored from a topic of its own, and any of them may lack
 * its last writes. What was torn is read again, since offsets are committed after all stores are written; so every step
 * here must end in the same state from whatever part of itself it finds done.
 */
final class DeliveryQueue {

    private final DeliveryStores stores;
    private final Lanes<?> lanes;
    private final Channel<?> channel;
    private long position;

    DeliveryQueue(DeliveryStores stores, Lanes<?> lanes, Channel<?> channel) {
        this.stores = stores;
        this.lanes = lanes;
        this.channel = channel;
        this.position = stores.position();
    }

    /** Finds again what was queued before a start; what had been in hand then is attempted anew. */
    void restore() {
        lanes.restore();
    }

    /** Starts nothing, or starts again. */
    void hold(boolean held) {
        lanes.hold(held);
    }

    /** An attempt of an endpoint cannot be read; what is in hand there stays so, and holds up nothing else. */
    void setAside(String endpoint) {
        lanes.setAside(endpoint);
    }

    /** Notes the offset of an attempt that was read; one that is read again is behind. */
    void reach(long offset) {
        if (offset >= position) {
            stores.reach(offset);
            position = offset + 1;
        }
    }

    /** Reports how many deliveries have not ended, or that another process has them. */
    void report(int partition, boolean isHere) {
        channel.load(partition, isHere ? lanes.load() : PartitionLoad.NONE);
    }

    /** The offset behind the last attempt that was read. */
    long position() {
        return position;
    }

    /** Starts what is due, until the time budget is used up. */
    void startDue(long nowMillis, long budgetNanos) {
        lanes.startAll(nowMillis, budgetNanos);
        stores.forgetOld(nowMillis);
    }

    /**
     * Queues a delivery, unless it is known, and starts it if it may start; false if it is known. One that is held for a failure
     * comes again when it has a body.
     */
    boolean add(Delivery delivery, byte[] bytes, long nowMillis) {
        QueueKey.check(delivery.endpoint(), delivery.id());
        if (delivery.failure() != null) {
            return true;
        }
        if (delivery.body().length == 0) {
            drop(delivery, nowMillis);
        } else if (stores.add(delivery, bytes)) {
            lanes.added(DeliveryStores.first(delivery).key(), delivery.workspace());
            lanes.arrived(delivery.endpoint(), nowMillis);
            if (delivery.test()) {
                lanes.startInFront(delivery, nowMillis);
            }
            lanes.start(delivery.endpoint(), nowMillis);
        } else {
            return false;
        }
        return true;
    }

    /** A delivery without a body takes back the one with its id, unless an attempt of that is in hand. */
    private void drop(Delivery delivery, long nowMillis) {
        if (!lanes.isBusyWith(delivery.endpoint(), delivery.id())) {
            stores.place(delivery.endpoint(), delivery.id())
                    .ifPresent(place -> stores.dequeue(place.key()));
            if (stores.finish(delivery.id(), nowMillis)) {
                lanes.ended(delivery.endpoint(), delivery.id());
            }
        }
    }

    /** Takes the outcome of an attempt; one that is read twice, or that a former owner wrote, changes nothing. */
    void settle(Attempt attempt, long nowMillis) {
        if (attempt.outcome().equals(Attempt.STARTED)) {
            if (stores.isOpen(attempt.delivery())) {
                stores.start(attempt.delivery(), attempt.number());
            }
            return;
        }
        if (attempt.outcome().equals(Attempt.ACKNOWLEDGED)) {
            acknowledge(attempt, nowMillis);
            return;
        }
        Optional<Queued> place =
                lanes.inHand(attempt.endpoint(), attempt.delivery())
                        .filter(inHand -> inHand.number() == attempt.number())
                        .or(() ->
                                stores.find(
                                        attempt.endpoint(), attempt.delivery(), attempt.number()));
        if (place.isPresent()) {
            release(attempt, nowMillis);
            settle(attempt);
            stores.dequeue(place.get().key());
        } else if (!stores.hasPlace(attempt.endpoint(), attempt.delivery())) {
            // Its place was taken away before a crash, and what should have taken its place may be
            // missing.
            settle(attempt);
        }
        lanes.start(attempt.endpoint(), nowMillis);
    }

    /**
     * Ends a delivery that its consumer has acknowledged, whichever attempt it waits for. An attempt in hand cannot be taken back;
     * its outcome gives the permit back, and no other attempt follows.
     */
    private void acknowledge(Attempt attempt, long nowMillis) {
        Optional<Queued> place = stores.place(attempt.endpoint(), attempt.delivery());
        settle(attempt);
        place.ifPresent(queued -> stores.dequeue(queued.key()));
        lanes.start(attempt.endpoint(), nowMillis);
    }

    private void release(Attempt attempt, long nowMillis) {
        if (Backlog.isDiscarded(attempt.error())) {
            lanes.releaseDiscarded(attempt.endpoint(), attempt.delivery());
        } else {
            lanes.release(attempt.endpoint(), attempt.delivery(), isOverloaded(attempt));
            if (channel.isOfReceiver(attempt)) {
                lanes.probed(
                        attempt.endpoint(), attempt.outcome().equals(Attempt.DELIVERED), nowMillis);
            }
        }
    }

    private static boolean isOverloaded(Attempt attempt) {
        String error = String.valueOf(attempt.error());
        return error.equals(Attempt.THROTTLED)
                || error.equals(CallError.TIMEOUT.code())
                || error.equals(CallError.CONNECT_TIMEOUT.code())
                || attempt.outcome().equals(Attempt.UNKNOWN);
    }

    /** What is to stand after an outcome; written before the old place goes, so that there always is one. */
    private void settle(Attempt attempt) {
        Instant nextAt = attempt.nextAttemptAt();
        if (!attempt.outcome().equals(Attempt.RETRY) || nextAt == null) {
            if (stores.finish(attempt.delivery(), attempt.at().toEpochMilli())) {
                lanes.ended(attempt.endpoint(), attempt.delivery());
            }
            channel.ended(attempt);
        } else if (stores.isOpen(attempt.delivery())) {
            long due = nextAt.toEpochMilli();
            QueueKey next = new QueueKey(attempt.endpoint(), due, attempt.delivery());
            stores.enqueue(next, attempt.number() + 1);
            lanes.added(next, attempt.workspace());
        }
    }
}
