package io.postrider.outbound.delivery;

import io.postrider.schemas.Attempt;
import io.postrider.schemas.Delivery;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A queue between its two topics, in a process that crashes; receivers answer sooner or later. */
final class CrashingQueue {

    private static final int NUMBER_MAX = 4;

    private final Random random;
    private final TestChannel channel = new TestChannel();
    private final List<String> lanes = List.of(channel.lane(1, true), channel.lane(2, true));
    private final TornStore payload = new TornStore("payload");
    private final TornStore places = new TornStore("queue");
    private final TornStore done = new TornStore("done");
    private WriteBehindStore heldPayload =
            new WriteBehindStore(payload, 1_000, QueueKey.position());
    private WriteBehindStore heldPlaces = new WriteBehindStore(places, 1_000, QueueKey.position());
    private final List<Delivery> deliveries = new ArrayList<>();
    private final List<Attempt> outcomes = new ArrayList<>();
    private final List<TestChannel.Started> inHand = channel.started;
    private DeliveryQueue queue;
    private int deliveriesRead;
    private int outcomesRead;
    private int deliveriesCommitted;
    private int outcomesCommitted;
    private int tornCrashes;
    private long now = Samples.START.toEpochMilli();

    CrashingQueue(long seed) {
        random = new Random(seed);
        channel.turn = nowMillis -> nowMillis + Math.max(0, random.nextInt(4_000) - 2_000);
        queue = started();
    }

    List<Delivery> deliveries() {
        return deliveries;
    }

    List<Attempt> outcomes() {
        return outcomes;
    }

    /** How many crashes have lost writes. */
    int tornCrashes() {
        return tornCrashes;
    }

    boolean isIdle() {
        return deliveriesRead == deliveries.size()
                && outcomesRead == outcomes.size()
                && inHand.isEmpty()
                && places.isEmpty()
                && payload.isEmpty()
                && heldPlaces.approximateNumEntries() == 0
                && heldPayload.approximateNumEntries() == 0;
    }

    void arrive() {
        String lane = lanes.get(random.nextInt(lanes.size()));
        int n = deliveries.size();
        deliveries.add(Samples.delivery(n, lane, Instant.ofEpochMilli(now)));
    }

    /** Reads the next record of one of the topics; in which order they are read, nothing says. */
    void read() {
        boolean outcome = random.nextBoolean();
        if (outcome && outcomesRead < outcomes.size()) {
            queue.settle(outcomes.get(outcomesRead++), now);
        } else if (!outcome && deliveriesRead < deliveries.size()) {
            Delivery delivery = deliveries.get(deliveriesRead++);
            queue.add(delivery, Samples.DELIVERIES.encode(delivery), now);
        }
    }

    /** The consumer of a delivery acknowledges it, whichever attempt that waits for. */
    void acknowledge() {
        if (!deliveries.isEmpty()) {
            outcomes.add(
                    Samples.attempt(
                            deliveries.get(random.nextInt(deliveries.size())),
                            random.nextInt(NUMBER_MAX),
                            Instant.ofEpochMilli(now),
                            Attempt.ACKNOWLEDGED,
                            null));
        }
    }

    /** The deliveries whose acknowledgement was read. */
    Set<String> acknowledged() {
        return outcomes.subList(0, outcomesRead).stream()
                .filter(outcome -> outcome.outcome().equals(Attempt.ACKNOWLEDGED))
                .map(Attempt::delivery)
                .collect(Collectors.toSet());
    }

    /** The attempts in hand. */
    List<TestChannel.Started> inHand() {
        return List.copyOf(inHand);
    }

    /** A receiver answers. */
    void answer() {
        if (!inHand.isEmpty()) {
            answer(inHand.remove(random.nextInt(inHand.size())));
        }
    }

    void wait(int millisMax) {
        now += random.nextInt(millisMax);
        queue.startDue(now, Long.MAX_VALUE / 2);
    }

    void commit() {
        heldPayload.flushCache();
        heldPlaces.flushCache();
        List.of(payload, places, done).forEach(TornStore::commitAll);
        deliveriesCommitted = deliveriesRead;
        outcomesCommitted = outcomesRead;
    }

    /** Some of what was in hand was still answered, and the answers are in the log. */
    void crash() {
        if (random.nextBoolean()) {
            heldPayload.flushCache();
        }
        if (random.nextBoolean()) {
            heldPlaces.flushCache();
        }
        List<TornStore> torn =
                Stream.of(payload, places, done).filter(store -> store.crash(random)).toList();
        tornCrashes += torn.isEmpty() ? 0 : 1;
        deliveriesRead = deliveriesCommitted;
        outcomesRead = outcomesCommitted;
        inHand.stream().filter(_ -> random.nextBoolean()).forEach(this::answer);
        inHand.clear();
        queue = started();
    }

    private void answer(TestChannel.Started attempt) {
        boolean again = attempt.number() < NUMBER_MAX && random.nextBoolean();
        outcomes.add(
                Samples.attempt(
                        attempt.delivery(),
                        attempt.number(),
                        Instant.ofEpochMilli(now),
                        again ? Attempt.RETRY : Attempt.DELIVERED,
                        again ? Instant.ofEpochMilli(now + 1 + random.nextInt(3_000)) : null));
    }

    private DeliveryQueue started() {
        heldPayload = new WriteBehindStore(payload, 1_000, QueueKey.position());
        heldPlaces = new WriteBehindStore(places, 1_000, QueueKey.position());
        DeliveryStores stores =
                new DeliveryStores(heldPayload, heldPlaces, done, Samples.DELIVERIES);
        Lanes<String> made = new Lanes<>(stores, channel, new Lanes.Permits(2, 2, 3));
        DeliveryQueue restored = new DeliveryQueue(stores, made, channel);
        restored.restore();
        return restored;
    }
}
