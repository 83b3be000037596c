package io.postrider.outbound.delivery;

import static io.postrider.outbound.delivery.Samples.START;
import static io.postrider.outbound.delivery.Samples.deliveryId;
import static io.postrider.testkit.records.Records.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.schemas.Attempt;
import io.postrider.schemas.Delivery;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A lane whose receiver is failing. */
class ProbedLanesTest {

    private final TestChannel channel = new TestChannel();
    private final TornStore payload = new TornStore("payload");
    private final TornStore places = new TornStore("queue");
    private final TornStore done = new TornStore("done");
    private final String lane = channel.lane(0, true);
    private DeliveryQueue queue = queue();
    private Instant now = START;

    @Test
    void oneAttemptAtATimeAfterPausesThatDoubleUpToTenMinutes() {
        channel.failingSince = 1;
        IntStream.range(0, 20).forEach(this::add);
        assertThat(channel.started).hasSize(1);

        long[] pauses = {30, 60, 120, 240, 480, 600, 600};
        for (int i = 0; i < pauses.length; i++) {
            settle(i, 1, Attempt.RETRY);
            assertThat(startedAfter(pauses[i] * 1_000 - 1)).isEqualTo(i + 1);
            assertThat(startedAfter(1)).isEqualTo(i + 2);
            assertThat(startedAfter(60_000)).isEqualTo(i + 2);
        }
    }

    @Test
    void attemptsThatHadBegunBeforeDoNotLengthenThePause() {
        add(0);
        settle(0, 1, Attempt.DELIVERED);
        IntStream.range(1, 20).forEach(this::add);
        int begun = channel.started.size();
        channel.failingSince = 1;
        startedAfter(0);
        IntStream.range(1, begun).forEach(n -> settle(n, 1, Attempt.RETRY));

        assertThat(startedAfter(29_999)).isEqualTo(begun);
        assertThat(startedAfter(1)).isEqualTo(begun + 1);
    }

    @Test
    void theFirstSuccessBringsEverythingThatWaitsForwardOnce() {
        int many = 300;
        for (int n = 0; n < many; n++) {
            add(n);
            settle(n, 1, Attempt.RETRY);
        }
        channel.failingSince = 1;
        add(many);
        int before = channel.started.size();
        settle(many, 1, Attempt.DELIVERED);
        channel.failingSince = 0;
        for (int n = 0; n < many; n++) {
            startedAfter(1);
            settle(n, 2, Attempt.DELIVERED);
        }

        assertThat(channel.started).hasSize(before + many);
        assertThat(channel.startedIds().stream().filter(id -> id.endsWith("#2")))
                .as("in the order of their events")
                .containsExactlyElementsOf(
                        IntStream.range(0, many).mapToObj(n -> deliveryId(n) + "#2").toList());
        assertThat(startedAfter(Duration.ofHours(1).toMillis())).isEqualTo(before + many);
    }

    @Test
    void aFailureAfterTheRecoveryLeavesTheOthersTheirTime() {
        int many = 300;
        for (int n = 0; n < many; n++) {
            add(n);
            settle(n, 1, Attempt.RETRY);
        }
        channel.failingSince = 1;
        add(many);
        int before = channel.started.size();
        settle(many, 1, Attempt.DELIVERED);
        channel.failingSince = 0;
        for (int n = 0; n < 128; n++) {
            settle(n, 2, Attempt.RETRY);
            startedAfter(1);
        }

        assertThat(startedAfter(1_000)).isEqualTo(before + 128);
        assertThat(startedAfter(Duration.ofHours(1).toMillis())).isGreaterThan(before + 128);
    }

    @Test
    void aRetryThatBecomesDueInTheMomentOfTheRecoveryKeepsItsPlace() {
        for (int n = 0; n < 200; n++) {
            add(n);
            settle(n, 1, Attempt.RETRY);
        }
        channel.failingSince = 1;
        now = START.plusMillis(1_799_000);
        add(200);
        settle(200, 1, Attempt.DELIVERED);
        channel.failingSince = 0;
        now = START.plusMillis(1_800_000);
        for (int n = 0; n < 200; n++) {
            startedAfter(0);
            settle(n, 2, Attempt.DELIVERED);
        }

        assertThat(channel.startedIds().stream().filter(id -> id.endsWith("#2")))
                .doesNotHaveDuplicates()
                .hasSize(200);
    }

    @Test
    void allPermitsAreBackWhileTheRecoveryIsNotKnownYet() {
        channel.failingSince = 1;
        IntStream.range(0, 20).forEach(this::add);
        settle(0, 1, Attempt.DELIVERED);
        assertThat(channel.started).hasSize(9);

        IntStream.range(1, 9).forEach(n -> settle(n, 1, Attempt.RETRY));
        assertThat(channel.started).hasSize(17);
        IntStream.range(9, 17).forEach(n -> settle(n, 1, Attempt.RETRY));
        assertThat(startedAfter(10_000)).isEqualTo(20);
    }

    @Test
    void aReceiverThatIsMadeToStartAnewIsNotProbed() {
        channel.failingSince = 1;
        IntStream.range(0, 20).forEach(this::add);
        settle(0, 1, Attempt.RETRY);
        channel.failingSince = 0;

        assertThat(startedAfter(1)).isGreaterThan(1);
    }

    @Test
    void aReceiverThatWasChangedIsProbedAtOnce() {
        channel.failingSince = 1;
        IntStream.range(0, 20).forEach(this::add);
        settle(0, 1, Attempt.RETRY);
        assertThat(startedAfter(1)).isEqualTo(1);
        channel.failingSince = 2;

        assertThat(startedAfter(1)).isEqualTo(2);
        settle(1, 1, Attempt.RETRY);
        assertThat(startedAfter(29_999)).isEqualTo(2);
        assertThat(startedAfter(1)).isEqualTo(3);
    }

    @Test
    void aTestIsAttemptedAtOnceInFrontOfTheOthersAndItsSuccessIsARecovery() {
        channel.failingSince = 1;
        IntStream.range(0, 20).forEach(this::add);
        settle(0, 1, Attempt.RETRY);
        Delivery test = with(Samples.delivery(99, lane, now), "test", true);
        queue.add(test, Samples.DELIVERIES.encode(test), now.toEpochMilli());

        assertThat(channel.startedIds())
                .containsExactly(deliveryId(0) + "#1", deliveryId(99) + "#1");
        finish(test, 1);
        assertThat(channel.started).hasSize(10);
    }

    @Test
    void whatWasBroughtForwardIsThereAfterARestart() {
        IntStream.range(0, 5).forEach(this::add);
        settle(0, 1, Attempt.RETRY);
        settle(1, 1, Attempt.RETRY);
        settle(2, 1, Attempt.RETRY);
        channel.failingSince = 1;
        settle(3, 1, Attempt.DELIVERED);
        channel.started.clear();

        queue = queue();
        queue.restore();
        channel.failingSince = 0;
        for (int i = 0; i < 5; i++) {
            startedAfter(100);
            List.copyOf(channel.started).forEach(each -> finish(each.delivery(), each.number()));
        }
        assertThat(channel.startedIds())
                .contains(deliveryId(0) + "#2", deliveryId(1) + "#2", deliveryId(2) + "#2");
    }

    private DeliveryQueue queue() {
        DeliveryStores stores = new DeliveryStores(payload, places, done, Samples.DELIVERIES);
        return new DeliveryQueue(
                stores, new Lanes<>(stores, channel, new Lanes.Permits(1, 8, 16)), channel);
    }

    private int startedAfter(long millis) {
        now = now.plusMillis(millis);
        queue.startDue(now.toEpochMilli(), Long.MAX_VALUE / 2);
        return channel.started.size();
    }

    private void add(int n) {
        Delivery delivery = Samples.delivery(n, lane, START);
        queue.add(delivery, Samples.DELIVERIES.encode(delivery), now.toEpochMilli());
    }

    private void finish(Delivery delivery, int number) {
        queue.settle(
                Samples.attempt(delivery, number, now, Attempt.DELIVERED, null),
                now.toEpochMilli());
    }

    private void settle(int n, int number, String outcome) {
        queue.settle(
                Samples.attempt(
                        Samples.delivery(n, lane, START),
                        number,
                        now,
                        outcome,
                        outcome.equals(Attempt.RETRY) ? now.plusSeconds(1_800) : null),
                now.toEpochMilli());
    }
}
