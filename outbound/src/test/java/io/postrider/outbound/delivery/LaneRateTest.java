package io.postrider.outbound.delivery;

import static io.postrider.outbound.delivery.Samples.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import io.postrider.schemas.Attempt;
import io.postrider.schemas.Delivery;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rate at which a backlog is sent to a receiver that takes no more in a second. */
class LaneRateTest {

    private static final long NOW = START.toEpochMilli();

    private final TestChannel channel = new TestChannel();
    private final DeliveryStores stores =
            new DeliveryStores(
                    new TornStore("payload"),
                    new TornStore("queue"),
                    new TornStore("done"),
                    Samples.DELIVERIES);
    private final String lane = channel.lane(0, true);
    private DeliveryQueue queue = queue();

    @ParameterizedTest
    @CsvSource({"1, 10", "7, 10", "100, 10", "1000, 10", "1, 60", "7, 60", "50, 60"})
    void aBacklogIsSentAtItsRateInEverySecond(int rate, int seconds) {
        assertHolds(rate, sent(rate, seconds, Integer.MAX_VALUE));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 100})
    void aRestartAddsNothingToTheRate(int rate) {
        int restartedIn = 5;
        int[] sent = sent(rate, 2 * restartedIn, restartedIn);

        assertThat(sent[restartedIn]).isLessThanOrEqualTo(rate + Math.max(1, rate / 20));
        sent[restartedIn] = rate;
        assertHolds(rate, sent);
    }

    /** The deliveries that are sent in each second; the process is restarted in one of them. */
    private int[] sent(int rate, int seconds, int restartedIn) {
        channel.perSecond = rate;
        for (int n = 0; n < (seconds + 2) * rate; n++) {
            Delivery delivery = Samples.delivery(n, lane, START);
            queue.add(delivery, Samples.DELIVERIES.encode(delivery), NOW);
        }
        int[] sent = new int[seconds];
        boolean late = true;
        boolean restarted = false;
        for (long at = 0; at < seconds * 1_000L; at += late ? 110 : 90) {
            int second = (int) (at / 1_000);
            if (second == restartedIn && !restarted) {
                restarted = true;
                queue = queue();
                queue.restore();
            }
            sent[second] += round(NOW + at);
            late = !late;
        }
        return sent;
    }

    private static void assertHolds(int rate, int[] sent) {
        assertThat(IntStream.of(sent).sum())
                .isCloseTo(sent.length * rate, withPercentage(5 + 100.0 / sent.length / rate));
        assertThat(IntStream.of(sent).skip(1))
                .allSatisfy(each ->
                        assertThat(Math.abs(each - rate))
                                .isLessThanOrEqualTo(Math.max(1, rate / 20)));
        assertThat(sent[0]).isLessThanOrEqualTo(rate + Math.max(1, rate / 20));
    }

    private DeliveryQueue queue() {
        return new DeliveryQueue(
                stores, new Lanes<>(stores, channel, new Lanes.Permits(500, 500, 2_000)), channel);
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
