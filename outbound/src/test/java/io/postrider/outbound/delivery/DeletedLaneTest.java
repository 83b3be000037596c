package io.postrider.outbound.delivery;

import static io.postrider.outbound.delivery.Samples.START;
import static io.postrider.testkit.records.Records.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.schemas.Attempt;
import io.postrider.schemas.Delivery;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DeletedLaneTest {

    private static final long NOW = START.toEpochMilli();

    private final TestChannel channel = new TestChannel();
    private final TornStore places = new TornStore("queue");
    private final TornStore payload = new TornStore("payload");
    private final DeliveryStores stores =
            new DeliveryStores(payload, places, new TornStore("done"), Samples.DELIVERIES);
    private final Lanes<String> lanes = new Lanes<>(stores, channel, new Lanes.Permits(2, 2, 4));
    private final DeliveryQueue queue = new DeliveryQueue(stores, lanes, channel);

    @Test
    void attemptsInHandWhenALaneIsDeletedGiveTheirPermitsBack() {
        for (int n = 0; n < 10; n++) {
            String lane = channel.lane(n, true);
            add(2 * n, lane);
            add(2 * n + 1, lane);
            assertThat(channel.started).as("round %d", n).hasSize(2);

            channel.clear();
            queue.startDue(NOW, Long.MAX_VALUE / 2);
            settle(2 * n, lane, null);
            settle(2 * n + 1, lane, START.plusSeconds(5));
            channel.started.clear();
        }

        assertThat(lanes.busyCount()).isZero();
        queue.startDue(NOW + 10_000, Long.MAX_VALUE / 2);
        assertThat(channel.started).isEmpty();
        assertThat(places.isEmpty() && payload.isEmpty()).as("nothing is kept").isTrue();
    }

    @Test
    void aDeliveryThatIsHeldForAFailureIsNotStartedBeforeItHasABody() {
        String lane = channel.lane(1, true);
        Delivery made = Samples.delivery(1, lane, START);
        Delivery held = with(with(made, "failure", "transform_failed: No."), "body", new byte[0]);

        assertThat(queue.add(held, Samples.DELIVERIES.encode(held), NOW)).isTrue();
        queue.startDue(NOW, Long.MAX_VALUE / 2);
        assertThat(channel.started).isEmpty();
        assertThat(queue.add(made, Samples.DELIVERIES.encode(made), NOW)).isTrue();
        assertThat(channel.started).hasSize(1);
        assertThat(queue.add(held, Samples.DELIVERIES.encode(held), NOW)).isTrue();
        assertThat(lanes.busyCount()).isEqualTo(1);
    }

    private void add(int n, String lane) {
        Delivery delivery = Samples.delivery(n, lane, START);
        queue.add(delivery, Samples.DELIVERIES.encode(delivery), NOW);
    }

    private void settle(int n, String lane, @Nullable Instant next) {
        String outcome = next == null ? Attempt.DELIVERED : Attempt.RETRY;
        Delivery delivery = Samples.delivery(n, lane, START);
        queue.settle(Samples.attempt(delivery, 1, START, outcome, next), NOW);
    }
}
