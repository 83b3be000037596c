package io.postrider.outbound.delivery;

import static io.postrider.outbound.delivery.Samples.START;
import static io.postrider.outbound.delivery.Samples.deliveryId;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.schemas.Attempt;
import io.postrider.schemas.Delivery;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A channel whose receivers take no more than so much. */
class PacedLanesTest {

    private static final long NOW = START.toEpochMilli();

    private final TestChannel channel = new TestChannel();
    private final TornStore places = new TornStore("queue");
    private final DeliveryStores stores =
            new DeliveryStores(
                    new TornStore("payload"), places, new TornStore("done"), Samples.DELIVERIES);
    private final String lane = channel.lane(0, true);
    private final DeliveryQueue queue =
            new DeliveryQueue(
                    stores, new Lanes<>(stores, channel, new Lanes.Permits(4, 4, 8)), channel);

    @Test
    void aLaneThatWasIdleBeginsWithOne() {
        channel.perSecond = 2;
        IntStream.range(0, 4).forEach(this::add);

        assertThat(started(NOW)).isEqualTo(1);
        assertThat(started(NOW + 499)).isEqualTo(1);
        assertThat(started(NOW + 500)).isEqualTo(2);
        assertThat(started(NOW + 5_000)).isEqualTo(3);
    }

    @Test
    void whatHasItsTurnLaterWaitsWithItsNumberAndHoldsUpNoOther() {
        long[] next = {NOW};
        channel.turn = _ -> (next[0] += 1_000) - 1_000;
        IntStream.range(0, 20).forEach(this::add);
        assertThat(channel.startedIds()).containsExactly(deliveryId(0) + "#1");

        channel.turn = nowMillis -> nowMillis;
        add(20);
        assertThat(channel.startedIds()).contains(deliveryId(20) + "#1").hasSize(2);
        assertThat(started(NOW + 999)).isEqualTo(2);
        assertThat(started(NOW + 2_000)).isEqualTo(4);
        assertThat(channel.startedIds()).contains(deliveryId(1) + "#1", deliveryId(2) + "#1");
    }

    @Test
    void anAttemptAfterAFailureNeedsNoTurn() {
        add(0);
        settle(0, Attempt.RETRY);
        channel.turn = nowMillis -> nowMillis + 60_000;

        assertThat(started(NOW + 1_000)).isEqualTo(2);
        assertThat(channel.startedIds()).contains(deliveryId(0) + "#2");
    }

    /** RocksDB passes by each of them: a queue of thousands would cost more with each delivery that is done. */
    @Test
    void placesOfThoseThatAreDoneAreNotPassedByAgain() {
        int many = 500;
        for (int n = 0; n < many; n++) {
            Delivery delivery = Samples.delivery(n, lane, START.plusMillis(n));
            queue.add(delivery, Samples.DELIVERIES.encode(delivery), NOW + n);
        }
        for (int n = 0; n < many; n++) {
            queue.settle(
                    Samples.attempt(
                            Samples.delivery(n, lane, START.plusMillis(n)),
                            1,
                            START,
                            Attempt.DELIVERED,
                            null),
                    NOW + many);
        }

        assertThat(channel.started).hasSize(many);
        assertThat(places.passed()).isLessThan(4 * many);
    }

    private int started(long atMillis) {
        queue.startDue(atMillis, Long.MAX_VALUE / 2);
        return channel.started.size();
    }

    private void add(int n) {
        Delivery delivery = Samples.delivery(n, lane, START);
        queue.add(delivery, Samples.DELIVERIES.encode(delivery), NOW);
    }

    private void settle(int n, String outcome) {
        queue.settle(
                Samples.attempt(
                        Samples.delivery(n, lane, START),
                        1,
                        START,
                        outcome,
                        outcome.equals(Attempt.RETRY) ? START.plusSeconds(1) : null),
                NOW + 1_000);
    }
}
