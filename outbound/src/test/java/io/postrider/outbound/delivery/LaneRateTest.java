package io.postrider.outbound.delivery;

import static io.postrider.outbound.delivery.Samples.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import io.postrider.schemas.Attempt;
import io.postrider.schemas.Delivery;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rate at which a backlog is sent to a receiver that takes no more in a second. */
class LaneRateTest {

    private static final long NOW = START.toEpochMilli();
    private static final int SECONDS = 10;

    private final TestChannel channel = new TestChannel();
    private final DeliveryStores stores =
            new DeliveryStores(
                    new TornStore("payload"),
                    new TornStore("queue"),
                    new TornStore("done"),
                    Samples.DELIVERIES);
    private final String lane = channel.lane(0, true);
    private final DeliveryQueue queue =
            new DeliveryQueue(
                    stores,
                    new Lanes<>(stores, channel, new Lanes.Permits(500, 500, 2_000)),
                    channel);

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 100, 1_000})
    void aBacklogIsSentAtItsRateInEverySecond(int rate) {
        channel.perSecond = rate;
        for (int n = 0; n < (SECONDS + 2) * rate; n++) {
            Delivery delivery = Samples.delivery(n, lane, START);
            queue.add(delivery, Samples.DELIVERIES.encode(delivery), NOW);
        }
        int[] sent = new int[SECONDS];
        boolean late = true;
        for (long at = 0; at < SECONDS * 1_000; at += late ? 110 : 90) {
            sent[(int) (at / 1_000)] += round(NOW + at);
            late = !late;
        }

        assertThat(IntStream.of(sent).sum())
                .isCloseTo(SECONDS * rate, withPercentage(5 + 100.0 / SECONDS / rate));
        assertThat(IntStream.of(sent).skip(1))
                .allSatisfy(each ->
                        assertThat(Math.abs(each - rate))
                                .isLessThanOrEqualTo(Math.max(1, rate / 20)));
        assertThat(sent[0]).isLessThanOrEqualTo(rate + Math.max(1, rate / 20));
    }

    /** Starts what may start, and has it delivered at once. */
    private int round(long atMillis) {
        queue.startDue(atMillis, Long.MAX_VALUE / 2);
        int sent = 0;
        while (!channel.started.isEmpty()) {
            List<TestChannel.Started> inHand = List.copyOf(channel.started);
            channel.started.clear();
            sent += inHand.size();
            inHand.forEach(each ->
                    queue.settle(
                            Samples.attempt(each.delivery(), 1, START, Attempt.DELIVERED, null),
                            atMillis));
        }
        return sent;
    }
}
