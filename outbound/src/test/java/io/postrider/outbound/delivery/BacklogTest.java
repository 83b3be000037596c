package io.postrider.outbound.delivery;

import static io.postrider.outbound.delivery.Samples.START;
import static io.postrider.outbound.delivery.Samples.deliveryId;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.schemas.Attempt;
import io.postrider.schemas.Delivery;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BacklogTest {

    private static final int MAX = 3;
    private static final Duration AGE_MAX = Duration.ofDays(30);

    private final TestChannel channel = new TestChannel();
    private final TornStore payload = new TornStore("payload");
    private final TornStore places = new TornStore("queue");
    private final DeliveryStores stores =
            new DeliveryStores(payload, places, new TornStore("done"), Samples.DELIVERIES);
    private final String lane = channel.lane(1, false);
    private DeliveryQueue queue = started();
    private Instant now = START;

    @BeforeEach
    void bound() {
        channel.backlog = new Backlog(MAX, AGE_MAX);
    }

    @Test
    void theOldestDeliveriesOfAFullBacklogAreDiscarded() {
        IntStream.range(0, 5).forEach(this::add);

        assertThat(channel.discarded)
                .containsExactly(deliveryId(0) + " backlog_full", deliveryId(1) + " backlog_full");
        end(0, Backlog.FULL);
        end(1, Backlog.FULL);
        channel.lane(1, true);
        assertThat(startedUntilAllEnded()).containsExactly(2, 3, 4);
    }

    @Test
    void aDeliveryIsDiscardedOnceWhileItsEndIsOnItsWay() {
        IntStream.range(0, 4).forEach(this::add);
        add(4);

        assertThat(channel.discarded).hasSize(2).doesNotHaveDuplicates();
    }

    @Test
    void deliveriesThatEndMakeRoom() {
        channel.lane(1, true);
        for (int n = 0; n < 20; n++) {
            add(n);
            queue.settle(
                    Samples.attempt(delivery(n), 1, now, Attempt.DELIVERED, null),
                    now.toEpochMilli());
        }

        assertThat(channel.discarded).isEmpty();
    }

    @Test
    void aBacklogIsCountedAgainAfterARestart() {
        IntStream.range(0, MAX).forEach(this::add);

        queue = started();
        add(MAX);

        assertThat(channel.discarded).containsExactly(deliveryId(0) + " backlog_full");
    }

    @Test
    void anEndThatIsReadAfterARestartMakesRoom() {
        IntStream.range(0, MAX + 1).forEach(this::add);
        queue = started();
        end(0, Backlog.FULL);
        queue.settle(
                Samples.attempt(delivery(1), 1, now, Attempt.DELIVERED, null), now.toEpochMilli());
        channel.discarded.clear();

        add(MAX + 1);

        assertThat(channel.discarded).isEmpty();
    }

    @Test
    void deliveriesThatHaveWaitedTooLongAreDiscardedWhetherTheirLaneIsOpenOrNot() {
        add(0);
        now = now.plus(AGE_MAX).plusSeconds(60);
        add(1);
        queue.startDue(now.toEpochMilli(), Long.MAX_VALUE / 2);
        assertThat(channel.discarded).containsExactly(deliveryId(0) + " delivery_expired");

        end(0, Backlog.EXPIRED);
        now = now.plus(AGE_MAX).plusSeconds(1);
        queue = started();
        channel.discarded.clear();
        channel.lane(1, true);
        queue.startDue(now.toEpochMilli(), Long.MAX_VALUE / 2);

        assertThat(channel.discarded).containsExactly(deliveryId(1) + " delivery_expired");
        assertThat(channel.started).isEmpty();
    }

    @Test
    void anEndWithoutAnAttemptLeavesThePermitsAsTheyAre() {
        IntStream.range(0, 5).forEach(this::add);
        end(0, Backlog.FULL);
        end(1, Backlog.FULL);

        channel.lane(1, true);
        queue.startDue(now.toEpochMilli(), Long.MAX_VALUE / 2);

        assertThat(channel.started).hasSize(1);
    }

    private List<Integer> startedUntilAllEnded() {
        queue.startDue(now.toEpochMilli(), Long.MAX_VALUE / 2);
        for (int i = 0; i < channel.started.size(); i++) {
            Delivery delivery = channel.started.get(i).delivery();
            queue.settle(
                    Samples.attempt(delivery, 1, now, Attempt.DELIVERED, null), now.toEpochMilli());
        }
        return channel.started.stream()
                .map(each ->
                        IntStream.range(0, 10)
                                .filter(n -> deliveryId(n).equals(each.delivery().id()))
                                .findFirst()
                                .orElseThrow())
                .toList();
    }

    private void end(int n, String error) {
        queue.settle(
                Samples.failed(delivery(n), 1, now, Attempt.EXHAUSTED, error), now.toEpochMilli());
    }

    private Delivery delivery(int n) {
        return Samples.delivery(n, lane, now);
    }

    private void add(int n) {
        now = now.plusMillis(1);
        Delivery delivery = delivery(n);
        queue.add(delivery, Samples.DELIVERIES.encode(delivery), now.toEpochMilli());
    }

    private DeliveryQueue started() {
        DeliveryQueue started =
                new DeliveryQueue(
                        stores, new Lanes<>(stores, channel, DeliveryEngine.PERMITS), channel);
        started.restore();
        return started;
    }
}
