package io.postrider.outbound.delivery;

import static io.postrider.outbound.delivery.Samples.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.schemas.Attempt;
import io.postrider.schemas.Delivery;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Receivers that never answer beside one that does, with the permits of the product. */
class SlowReceiversTest {

    private static final long NOW = START.toEpochMilli();
    private static final int SLOW = 24;
    private static final int EACH = 60;
    private static final int HEALTHY = 20;

    private final TestChannel channel = new TestChannel();
    private final DeliveryStores stores =
            new DeliveryStores(
                    new TornStore("payload"),
                    new TornStore("queue"),
                    new TornStore("done"),
                    Samples.DELIVERIES);
    private final Lanes<String> lanes = new Lanes<>(stores, channel, DeliveryEngine.PERMITS);
    private final DeliveryQueue queue = new DeliveryQueue(stores, lanes, channel);

    @Test
    void receiversThatNeverAnswerLeaveRoomForOneThatDoes() {
        for (int n = 0; n < SLOW * EACH; n++) {
            add(n, channel.lane(n % SLOW, true));
        }
        String healthy = channel.lane(SLOW, true);
        for (int n = 0; n < HEALTHY; n++) {
            add(SLOW * EACH + n, healthy);
        }

        assertThat(answered(healthy)).isEqualTo(HEALTHY);
    }

    @Test
    void ninetyNineReceiversThatAnswerAreNotHeldUpByOneThatNeverDoes() {
        String slow = channel.lane(0, true);
        for (int n = 0; n < EACH; n++) {
            add(n, slow);
        }
        for (int lane = 1; lane < 100; lane++) {
            for (int n = 0; n < HEALTHY; n++) {
                add(EACH + lane * HEALTHY + n, channel.lane(lane, true));
            }
        }

        for (int lane = 1; lane < 100; lane++) {
            assertThat(answered(Samples.lane(lane))).as("lane %d", lane).isEqualTo(HEALTHY);
        }
        assertThat(channel.started).hasSize(1);
    }

    @Test
    void anOverloadedReceiverGetsOneAttemptAtATimeUntilItAnswersAgain() {
        String lane = channel.lane(0, true);
        for (int n = 0; n < 4 * EACH; n++) {
            add(n, lane);
        }
        for (int i = 0; i < 5; i++) {
            inHandAfter(Attempt.DELIVERED);
        }
        assertThat(lanes.busyCount()).isEqualTo(32);

        while (lanes.busyCount() > 1) {
            Delivery first = channel.started.removeFirst().delivery();
            queue.settle(Samples.failed(first, 1, START, Attempt.EXHAUSTED, "throttled"), NOW);
        }

        assertThat(inHandAfter(Attempt.DELIVERED)).isEqualTo(2);
        assertThat(inHandAfter(Attempt.DELIVERED)).isEqualTo(4);
    }

    @Test
    void anAnswerDoublesThePermitsAndATimeoutTakesThemBack() {
        String lane = channel.lane(0, true);
        for (int n = 0; n < EACH; n++) {
            add(n, lane);
        }
        assertThat(inHandAfter(Attempt.DELIVERED)).isEqualTo(2);
        assertThat(inHandAfter(Attempt.DELIVERED)).isEqualTo(4);
        assertThat(inHandAfter(Attempt.UNKNOWN)).isEqualTo(3);
        for (int i = 0; i < 3; i++) {
            assertThat(inHandAfter(Attempt.UNKNOWN)).isEqualTo(Math.max(1, 2 - i));
        }
    }

    /** As files that are fetched do not take the permits of messages. */
    @Test
    void lanesThatAreAsideTakeNoPermitsOfTheOthers() {
        channel.aside = channel.lane(0, true);
        String usual = channel.lane(1, true);
        fill(channel.aside, 0);
        int inHand = lanes.busyCount();

        fill(usual, 1_000);

        assertThat(inHand).isPositive();
        assertThat(lanes.busyCount()).isEqualTo(2 * inHand);
    }

    /** Fills a lane as far as it may be of all that one workspace may have in hand. */
    private void fill(String lane, int from) {
        for (int n = from; n < from + EACH; n++) {
            add(n, lane);
        }
    }

    private int answered(String lane) {
        int answered = 0;
        while (true) {
            List<Delivery> open =
                    channel.started.stream()
                            .map(TestChannel.Started::delivery)
                            .filter(delivery -> delivery.endpoint().equals(lane))
                            .toList();
            if (open.isEmpty()) {
                return answered;
            }
            channel.started.removeIf(started -> started.delivery().endpoint().equals(lane));
            open.forEach(delivery -> settle(delivery, Attempt.DELIVERED));
            answered += open.size();
        }
    }

    private int inHandAfter(String outcome) {
        Delivery first = channel.started.removeFirst().delivery();
        settle(first, outcome);
        return lanes.busyCount();
    }

    private void add(int n, String lane) {
        Delivery delivery = Samples.delivery(n, lane, START);
        queue.add(delivery, Samples.DELIVERIES.encode(delivery), NOW);
    }

    private void settle(Delivery delivery, String outcome) {
        queue.settle(Samples.attempt(delivery, 1, START, outcome, null), NOW);
    }
}
