package io.postrider.outbound.delivery;

import static io.postrider.outbound.delivery.Samples.START;
import static io.postrider.outbound.delivery.Samples.deliveryId;
import static io.postrider.testkit.records.Records.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.schemas.Attempt;
import io.postrider.schemas.Delivery;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A receiver that takes one delivery at a time, in order. */
class OrderedLanesTest {

    private static final long NOW = START.plusMillis(100).toEpochMilli();

    private final TestChannel channel = new TestChannel();
    private final DeliveryStores stores =
            new DeliveryStores(
                    new TornStore("payload"),
                    new TornStore("queue"),
                    new TornStore("done"),
                    Samples.DELIVERIES);
    private final String lane = channel.lane(0, true);
    private DeliveryQueue queue = queue();

    @BeforeEach
    void keepsTheOrder() {
        channel.ordered = true;
    }

    @Test
    void oneIsInHandAtATime() {
        IntStream.range(0, 3).forEach(this::add);

        assertThat(started(NOW)).containsExactly("0#1");
        settle(0, 1, Attempt.DELIVERED, NOW);
        assertThat(started(NOW)).containsExactly("0#1", "1#1");
        settle(1, 1, Attempt.EXHAUSTED, NOW);
        settle(2, 1, Attempt.DELIVERED, NOW);
        assertThat(started(NOW)).containsExactly("0#1", "1#1", "2#1");
    }

    @Test
    void oneThatIsRepeatedHoldsUpThoseBehindIt() {
        IntStream.range(0, 3).forEach(this::add);
        settle(0, 1, Attempt.RETRY, NOW);
        add(3);

        assertThat(started(NOW + 4_999)).containsExactly("0#1");
        assertThat(started(NOW + 5_000)).containsExactly("0#1", "0#2");
        settle(0, 2, Attempt.RETRY, NOW + 5_000);
        assertThat(started(NOW + 9_999)).hasSize(2);
        assertThat(started(NOW + 10_000)).endsWith("0#3");
        settle(0, 3, Attempt.DELIVERED, NOW + 10_000);
        for (int n = 1; n < 4; n++) {
            settle(n, 1, Attempt.DELIVERED, NOW + 10_000);
        }
        assertThat(started(NOW + 20_000)).containsExactly("0#1", "0#2", "0#3", "1#1", "2#1", "3#1");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theOrderOutlastsARestart(boolean isBeforeTheOutcome) {
        IntStream.range(0, 3).forEach(this::add);
        if (isBeforeTheOutcome) {
            restart();
        }
        settle(0, 1, Attempt.RETRY, NOW);
        if (!isBeforeTheOutcome) {
            restart();
        }
        channel.started.clear();

        assertThat(started(NOW + 4_999)).isEmpty();
        assertThat(started(NOW + 5_000)).containsExactly("0#2");
    }

    @Test
    void aLaneThatBecomesOrderedBeginsWithTheOldestThatFailed() {
        channel.ordered = false;
        IntStream.range(0, 4).forEach(this::add);
        settle(2, 1, Attempt.RETRY, NOW);
        settle(1, 1, Attempt.RETRY, NOW + 1_000);
        channel.ordered = true;
        settle(3, 1, Attempt.RETRY, NOW + 1_500);
        settle(0, 1, Attempt.RETRY, NOW + 2_000);
        channel.started.clear();

        assertThat(started(NOW + 6_999)).isEmpty();
        assertThat(started(NOW + 7_000)).containsExactly("0#2");
        settle(0, 2, Attempt.DELIVERED, NOW + 7_000);
        settle(1, 2, Attempt.DELIVERED, NOW + 7_000);
        assertThat(started(NOW + 7_000)).containsExactly("0#2", "1#2", "2#2");
    }

    @Test
    void aLaneThatIsNoLongerOrderedStartsWhatIsDue() {
        IntStream.range(0, 3).forEach(this::add);
        settle(0, 1, Attempt.RETRY, NOW);
        channel.ordered = false;

        assertThat(started(NOW)).containsExactly("0#1", "1#1", "2#1");
    }

    @Test
    void keysWaitForNoOtherKey() {
        for (int n = 0; n < 6; n++) {
            add(n, "link" + n % 2);
        }

        assertThat(started(NOW)).containsExactly("0#1", "1#1");
        settle(0, 1, Attempt.RETRY, NOW);
        settle(1, 1, Attempt.DELIVERED, NOW);
        assertThat(started(NOW)).containsExactly("0#1", "1#1", "3#1");
        settle(3, 1, Attempt.EXHAUSTED, NOW);
        settle(5, 1, Attempt.DELIVERED, NOW);
        assertThat(started(NOW + 5_000)).containsExactly("0#1", "1#1", "3#1", "5#1", "0#2");
        settle(0, 2, Attempt.DELIVERED, NOW + 5_000);
        settle(2, 1, Attempt.DELIVERED, NOW + 5_000);
        assertThat(started(NOW + 5_000)).endsWith("0#2", "2#1", "4#1");
    }

    @Test
    void aKeyIsHeldByItsRetryAfterARestart() {
        for (int n = 0; n < 4; n++) {
            add(n, "link" + n % 2);
        }
        settle(0, 1, Attempt.RETRY, NOW);
        restart();
        channel.started.clear();

        assertThat(started(NOW)).containsExactly("1#1");
        assertThat(started(NOW + 5_000)).containsExactly("1#1", "0#2");
    }

    @Test
    void aDeliveryThatIsTakenBackFreesItsKey() {
        for (int n = 0; n < 3; n++) {
            add(n, "link");
        }
        settle(0, 1, Attempt.RETRY, NOW);
        takeBack(1);
        takeBack(0);
        channel.started.clear();

        assertThat(started(NOW)).containsExactly("2#1");
    }

    @Test
    void aKeyThatFailsHoldsUpNoOtherWhileThousandsOfItsDeliveriesWait() {
        IntStream.range(0, 5_000).forEach(n -> add(n, "link0"));
        settle(0, 1, Attempt.RETRY, NOW);
        channel.started.clear();

        add(5_000, "link1");
        queue.startDue(NOW + 4_900, Long.MAX_VALUE / 2);

        assertThat(channel.startedIds()).containsExactly(deliveryId(5_000) + "#1");
        queue.startDue(NOW + 5_000, Long.MAX_VALUE / 2);
        settle(0, 2, Attempt.DELIVERED, NOW + 5_000);
        assertThat(channel.startedIds())
                .containsExactly(
                        deliveryId(5_000) + "#1", deliveryId(0) + "#2", deliveryId(1) + "#1");
    }

    private void takeBack(int n) {
        Delivery delivery = with(delivery(n), "body", new byte[0]);
        queue.add(delivery, Samples.DELIVERIES.encode(delivery), NOW);
    }

    private void add(int n, String key) {
        Delivery delivery = with(delivery(n), "key", key);
        queue.add(delivery, Samples.DELIVERIES.encode(delivery), NOW);
    }

    private void restart() {
        queue = queue();
        queue.restore();
    }

    private DeliveryQueue queue() {
        return new DeliveryQueue(
                stores, new Lanes<>(stores, channel, new Lanes.Permits(8, 8, 16)), channel);
    }

    /** The attempts so far: deliveries and numbers. */
    private List<String> started(long atMillis) {
        queue.startDue(atMillis, Long.MAX_VALUE / 2);
        return channel.startedIds().stream()
                .map(started ->
                        IntStream.range(0, 10)
                                .filter(n -> started.startsWith(deliveryId(n)))
                                .mapToObj(n -> n + started.substring(deliveryId(n).length()))
                                .findFirst()
                                .orElseThrow())
                .toList();
    }

    private void add(int n) {
        Delivery delivery = delivery(n);
        queue.add(delivery, Samples.DELIVERIES.encode(delivery), NOW);
    }

    private void settle(int n, int number, String outcome, long atMillis) {
        Instant next =
                outcome.equals(Attempt.RETRY) ? Instant.ofEpochMilli(atMillis + 5_000) : null;
        queue.settle(Samples.attempt(delivery(n), number, START, outcome, next), atMillis);
    }

    private Delivery delivery(int n) {
        return Samples.delivery(n, lane, START.plusMillis(n));
    }
}
