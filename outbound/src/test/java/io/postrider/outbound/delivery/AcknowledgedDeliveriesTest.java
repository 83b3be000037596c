package io.postrider.outbound.delivery;

import static io.postrider.outbound.delivery.Samples.START;
import static io.postrider.outbound.delivery.Samples.deliveryId;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.schemas.Attempt;
import io.postrider.schemas.Delivery;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A delivery that its consumer has pulled and acknowledged is attempted no more. */
class AcknowledgedDeliveriesTest {

    private static final long NOW = START.plusMillis(100).toEpochMilli();

    private final TestChannel channel = new TestChannel();
    private final TornStore payload = new TornStore("payload");
    private final TornStore places = new TornStore("queue");
    private final DeliveryStores stores =
            new DeliveryStores(payload, places, new TornStore("done"), Samples.DELIVERIES);
    private final String lane = channel.lane(0, false);
    private DeliveryQueue queue = queue();

    @Test
    void whatAClosedLaneHoldsEndsWithoutAnAttempt() {
        IntStream.range(0, 3).forEach(this::add);
        acknowledge(0, 0);
        acknowledge(2, 0);
        queue = queue();

        channel.lane(0, true);
        queue.startDue(NOW, Long.MAX_VALUE / 2);

        assertThat(channel.startedIds()).containsExactly(deliveryId(1) + "#1");
        settle(1, 1, Attempt.DELIVERED);
        assertThat(places.isEmpty() && payload.isEmpty()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7})
    void aRetryIsTakenBackWhateverNumberTheAcknowledgementHas(int number) {
        channel.lane(0, true);
        add(0);
        settle(0, 1, Attempt.RETRY);

        acknowledge(0, number);
        acknowledge(0, number);
        queue.startDue(NOW + 60_000, Long.MAX_VALUE / 2);

        assertThat(channel.startedIds()).containsExactly(deliveryId(0) + "#1");
        assertThat(places.isEmpty() && payload.isEmpty()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {Attempt.RETRY, Attempt.DELIVERED, Attempt.EXHAUSTED})
    void anAttemptInHandEndsAfterTheAcknowledgementAndNoOtherFollows(String outcome) {
        channel.lane(0, true);
        add(0);
        add(1);
        assertThat(channel.startedIds()).containsExactly(deliveryId(0) + "#1");

        acknowledge(0, 0);
        assertThat(channel.startedIds()).as("the permit is in use").hasSize(1);
        settle(0, 1, outcome);
        settle(1, 1, Attempt.DELIVERED);
        queue.startDue(NOW + 60_000, Long.MAX_VALUE / 2);

        assertThat(channel.startedIds())
                .containsExactly(deliveryId(0) + "#1", deliveryId(1) + "#1");
        assertThat(places.isEmpty() && payload.isEmpty()).isTrue();
    }

    @Test
    void anAttemptThatACrashEndedIsNotRepeatedAfterTheAcknowledgement() {
        channel.lane(0, true);
        add(0);

        acknowledge(0, 0);
        queue = queue();
        queue.startDue(NOW + 60_000, Long.MAX_VALUE / 2);

        assertThat(channel.startedIds()).containsExactly(deliveryId(0) + "#1");
    }

    @Test
    void anAcknowledgementThatIsReadBeforeItsDeliveryEndsIt() {
        channel.lane(0, true);

        acknowledge(0, 0);
        add(0);

        assertThat(channel.started).isEmpty();
    }

    @Test
    void theNextOneOfAnOrderedLaneBegins() {
        channel.ordered = true;
        channel.lane(0, true);
        IntStream.range(0, 3).forEach(this::add);
        settle(0, 1, Attempt.RETRY);

        acknowledge(1, 0);
        acknowledge(0, 1);

        assertThat(channel.startedIds())
                .containsExactly(deliveryId(0) + "#1", deliveryId(2) + "#1");
    }

    private void add(int n) {
        Delivery delivery = delivery(n);
        queue.add(delivery, Samples.DELIVERIES.encode(delivery), NOW);
    }

    private void acknowledge(int n, int number) {
        settle(n, number, Attempt.ACKNOWLEDGED);
    }

    private void settle(int n, int number, String outcome) {
        queue.settle(
                Samples.attempt(
                        delivery(n),
                        number,
                        START,
                        outcome,
                        outcome.equals(Attempt.RETRY) ? START.plusSeconds(5) : null),
                NOW);
    }

    private Delivery delivery(int n) {
        return Samples.delivery(n, lane, START.plusMillis(n));
    }

    private DeliveryQueue queue() {
        DeliveryQueue made =
                new DeliveryQueue(
                        stores, new Lanes<>(stores, channel, DeliveryEngine.PERMITS), channel);
        made.restore();
        return made;
    }
}
