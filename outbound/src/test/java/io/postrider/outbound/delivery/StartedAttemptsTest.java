package io.postrider.outbound.delivery;

import static io.postrider.outbound.delivery.Samples.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.schemas.Attempt;
import io.postrider.schemas.Delivery;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A channel whose attempts must not be made twice, over the stores that a killed process leaves behind. */
class StartedAttemptsTest {

    private static final long NOW = START.toEpochMilli();

    private final TestChannel channel = new TestChannel();
    private final DeliveryStores stores =
            new DeliveryStores(
                    new TornStore("payload"),
                    new TornStore("queue"),
                    new TornStore("done"),
                    Samples.DELIVERIES);
    private final String lane = channel.lane(0, true);
    private final Delivery delivery = Samples.delivery(0, lane, START);
    private DeliveryQueue queue = started();

    @BeforeEach
    void askBeforeRepeating() {
        channel.repeats = false;
        queue.add(delivery, Samples.DELIVERIES.encode(delivery), NOW);
        channel.started.clear();
    }

    @Test
    void anAttemptThatWasStartedIsAbandonedAfterARestart() {
        settle(1, Attempt.STARTED);
        queue = started();
        queue.startDue(NOW, Long.MAX_VALUE / 2);

        assertThat(channel.started).isEmpty();
        assertThat(channel.abandoned).containsExactly(delivery.id() + "#1");
        queue.startDue(NOW, Long.MAX_VALUE / 2);
        assertThat(channel.abandoned).hasSize(1);
        settle(1, Attempt.UNKNOWN);
        assertThat(channel.ended).containsExactly(delivery.id() + " unknown");
        assertThat(stores.isStarted(delivery.id(), 1)).isFalse();
    }

    @Test
    void anAttemptThatWasNotStartedIsMadeAfterARestart() {
        queue = started();
        queue.startDue(NOW, Long.MAX_VALUE / 2);

        assertThat(channel.startedIds()).containsExactly(delivery.id() + "#1");
        assertThat(channel.abandoned).isEmpty();
    }

    /** The receiver may have answered before the process ended. */
    @Test
    void anAttemptWithoutAnOutcomeIsMadeOnceMoreUnderItsNumberWhereAttemptsMayBeRepeated() {
        channel.repeats = true;
        queue = started();
        queue.startDue(NOW, Long.MAX_VALUE / 2);
        queue.startDue(NOW, Long.MAX_VALUE / 2);
        settle(1, Attempt.RETRY);
        queue = started();
        queue.startDue(NOW + 1_000, Long.MAX_VALUE / 2);
        settle(2, Attempt.DELIVERED);
        settle(2, Attempt.DELIVERED);
        queue = started();
        queue.startDue(NOW + 60_000, Long.MAX_VALUE / 2);

        assertThat(channel.startedIds())
                .containsExactly(delivery.id() + "#1", delivery.id() + "#2");
        assertThat(channel.started)
                .extracting(each -> each.delivery().eventId())
                .containsOnly(delivery.eventId());
    }

    @Test
    void theNextAttemptIsMadeAfterARestart() {
        settle(1, Attempt.STARTED);
        settle(1, Attempt.RETRY);
        queue = started();
        queue.startDue(NOW + 1_000, Long.MAX_VALUE / 2);

        assertThat(channel.startedIds()).containsExactly(delivery.id() + "#2");
        assertThat(channel.abandoned).isEmpty();
    }

    @Test
    void nothingIsStartedWhileTheQueueIsHeld() {
        queue = started();
        queue.hold(true);
        queue.startDue(NOW, Long.MAX_VALUE / 2);
        assertThat(channel.started).isEmpty();

        queue.hold(false);
        queue.startDue(NOW, Long.MAX_VALUE / 2);
        assertThat(channel.started).hasSize(1);
    }

    @Test
    void theFenceOpensOnceTheEndIsRead() {
        AtomicInteger asked = new AtomicInteger();
        TakeoverBarrier fence =
                new TakeoverBarrier(
                        () ->
                                asked.incrementAndGet() == 1
                                        ? CompletableFuture.failedStage(
                                                new IllegalStateException("no broker"))
                                        : CompletableFuture.completedStage(5L),
                        NOW);

        assertThat(fence.isOpen(4, NOW)).isFalse();
        assertThat(asked).hasValue(2);
        assertThat(fence.isOpen(5, NOW)).isTrue();
    }

    @Test
    void theFenceOpensAfterAMinuteWhereNoRecordLeadsToTheEnd() {
        TakeoverBarrier fence =
                new TakeoverBarrier(() -> CompletableFuture.completedStage(5L), NOW);

        assertThat(fence.isOpen(0, NOW + 59_999)).isFalse();
        assertThat(fence.isOpen(0, NOW + 60_000)).isTrue();
    }

    @Test
    void thePositionIsKeptInTheStore() {
        assertThat(queue.position()).isZero();
        queue.reach(41);
        assertThat(started().position()).isEqualTo(42);
        assertThat(stores.endpoints()).containsExactly(lane);
    }

    /** The queue of a process that starts on the stores. */
    private DeliveryQueue started() {
        DeliveryQueue fresh =
                new DeliveryQueue(
                        stores, new Lanes<>(stores, channel, DeliveryEngine.PERMITS), channel);
        fresh.restore();
        return fresh;
    }

    private void settle(int number, String outcome) {
        queue.settle(
                Samples.attempt(
                        delivery,
                        number,
                        START,
                        outcome,
                        outcome.equals(Attempt.RETRY) ? START.plusSeconds(1) : null),
                NOW);
    }
}
