package io.postrider.outbound.delivery;

import static io.postrider.outbound.delivery.Samples.START;
import static io.postrider.outbound.delivery.Samples.deliveryId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.platform.streams.Retries;
import io.postrider.platform.streams.StreamsSettings;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.DeadLetter;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import io.postrider.testkit.claims.Verifies;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeliveryProcessorTest {

    private static final LockedSchemaIds IDS = LockedSchemaIds.shipped();

    private final TestChannel channel = new TestChannel();
    private final ValueCodec<Attempt> attempts = ValueCodec.attempts(IDS);
    private Instant now = START;

    @TempDir Path folder;
    private TopologyTestDriver driver;
    private TestInputTopic<byte[], byte[]> deliveryTopic;
    private TestInputTopic<byte[], byte[]> attemptTopic;

    @BeforeEach
    void open() {
        open(folder);
    }

    private void open(Path state) {
        driver = start(state);
        deliveryTopic = input(Topics.DELIVERIES.name());
        attemptTopic = input(Topics.ATTEMPTS.name());
    }

    @AfterEach
    void close() {
        driver.close();
    }

    @Test
    void aDeliveryIsAttemptedAtOnceAndDoneWhenItsOutcomeIsReadBack() {
        String lane = channel.lane(1, true);

        queue(delivery(1, lane));
        assertThat(channel.startedIds()).containsExactly(deliveryId(1) + "#1");

        settle(1, lane, 1, Attempt.DELIVERED, null);
        later(Duration.ofMinutes(10));
        assertThat(channel.startedIds()).containsExactly(deliveryId(1) + "#1");
    }

    @Test
    void aFailedAttemptIsFollowedByAnotherWhenThatIsDueAndNotBefore() {
        String lane = channel.lane(1, true);
        queue(delivery(1, lane));

        settle(1, lane, 1, Attempt.RETRY, now.plusSeconds(5));
        later(Duration.ofSeconds(4));
        assertThat(channel.startedIds()).hasSize(1);

        later(Duration.ofSeconds(2));
        assertThat(channel.startedIds())
                .containsExactly(deliveryId(1) + "#1", deliveryId(1) + "#2");
    }

    @Test
    void aDeliveryThatIsReadTwiceIsAttemptedOnceEvenAfterItIsDone() {
        String lane = channel.lane(1, true);
        queue(delivery(1, lane));
        queue(delivery(1, lane));
        settle(1, lane, 1, Attempt.DELIVERED, null);

        queue(delivery(1, lane));
        later(Duration.ofSeconds(1));

        assertThat(channel.startedIds()).containsExactly(deliveryId(1) + "#1");
    }

    @Test
    void anOutcomeThatIsReadTwiceChangesNothingTheSecondTime() {
        String lane = channel.lane(1, true);
        queue(delivery(1, lane));
        settle(1, lane, 1, Attempt.RETRY, now.plusSeconds(5));

        settle(1, lane, 1, Attempt.RETRY, now.plusSeconds(5));
        later(Duration.ofSeconds(6));

        assertThat(channel.startedIds())
                .containsExactly(deliveryId(1) + "#1", deliveryId(1) + "#2");
    }

    @Test
    void deliveriesOfAClosedLaneAreHeldUntilItIsOpen() {
        String lane = channel.lane(1, false);
        queue(delivery(1, lane));
        later(Duration.ofMinutes(10));
        assertThat(channel.startedIds()).isEmpty();

        channel.lane(1, true);
        later(Duration.ofSeconds(1));
        assertThat(channel.startedIds()).containsExactly(deliveryId(1) + "#1");
    }

    @Test
    void deliveriesOfADeletedLaneAreForgotten() {
        String lane = channel.lane(1, false);
        queue(delivery(1, lane));
        channel.clear();

        later(Duration.ofSeconds(1));
        channel.lane(1, true);
        later(Duration.ofSeconds(1));

        assertThat(channel.startedIds()).isEmpty();
    }

    @Test
    @Verifies("slow-receiver")
    void oneLaneThatNeverAnswersHoldsUpNoOther() {
        String stuck = channel.lane(1, true);
        String healthy = channel.lane(2, true);
        for (int i = 0; i < 500; i++) {
            queue(delivery(i, stuck));
        }

        queue(delivery(1_000, healthy));

        assertThat(channel.startedIds()).contains(deliveryId(1_000) + "#1").hasSize(2);
    }

    @Test
    @Verifies("webhook-retries")
    void anOutcomeThatEndsADeliveryIsReportedAndFollowedByNoAttempt() {
        String lane = channel.lane(1, true);
        queue(delivery(1, lane));

        settle(1, lane, 1, Attempt.GONE, null);
        later(Duration.ofDays(4));

        assertThat(channel.ended).containsExactly(deliveryId(1) + " " + Attempt.GONE);
        assertThat(channel.startedIds()).containsExactly(deliveryId(1) + "#1");
    }

    @Test
    @Verifies("webhook-retries")
    void tenAttemptsAreStartedAtTheTimesOfTheScheduleAndNoMore() {
        RetrySchedule schedule =
                new RetrySchedule(RetrySchedule.STANDARD, new SplittableRandom(20_261_129));
        String lane = channel.lane(1, true);
        queue(delivery(1, lane));

        for (int number = 1; number <= 9; number++) {
            Duration wait = schedule.after(number, Optional.empty()).orElseThrow();
            settle(1, lane, number, Attempt.RETRY, now.plus(wait));
            later(wait.minusMillis(1));
            assertThat(channel.started).as("before attempt %d", number + 1).hasSize(number);
            later(Duration.ofMillis(1));
            later(Duration.ofMillis(100));
            assertThat(channel.startedIds()).endsWith(deliveryId(1) + "#" + (number + 1));
        }
        assertThat(schedule.after(10, Optional.empty())).isEmpty();
        settle(1, lane, 10, Attempt.EXHAUSTED, null);
        later(Duration.ofDays(2));
        assertThat(channel.started).hasSize(10);
    }

    @Test
    void aLaneThatIsClosedBetweenTwoAttemptsHoldsTheNextOne() {
        String lane = channel.lane(1, true);
        queue(delivery(1, lane));
        settle(1, lane, 1, Attempt.RETRY, now.plusSeconds(5));

        channel.lane(1, false);
        later(Duration.ofHours(1));
        assertThat(channel.started).hasSize(1);
        channel.lane(1, true);
        later(Duration.ofSeconds(1));

        assertThat(channel.startedIds())
                .containsExactly(deliveryId(1) + "#1", deliveryId(1) + "#2");
    }

    @Test
    void theNextAttemptOfADeletedLaneIsForgottenAndNothingIsSetAside() {
        String lane = channel.lane(1, true);
        queue(delivery(1, lane));
        settle(1, lane, 1, Attempt.RETRY, now.plusSeconds(5));

        channel.clear();
        later(Duration.ofSeconds(6));
        channel.lane(1, true);
        later(Duration.ofSeconds(1));
        settle(1, lane, 2, Attempt.DELIVERED, null);
        queue(delivery(2, lane));

        assertThat(channel.startedIds())
                .containsExactly(deliveryId(1) + "#1", deliveryId(2) + "#1");
        assertThat(setAside()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {-3_600, 3_600})
    void aClockThatJumpsStartsEachAttemptOnce(long seconds) {
        String lane = channel.lane(1, true);
        queue(delivery(1, lane));
        settle(1, lane, 1, Attempt.RETRY, now.plusSeconds(5));

        now = now.plusSeconds(seconds);
        later(Duration.ofSeconds(1));
        assertThat(channel.started).as("at the time of the clock").hasSize(seconds < 0 ? 1 : 2);
        now = now.minusSeconds(seconds);
        later(Duration.ofSeconds(5));
        later(Duration.ofHours(2));

        assertThat(channel.startedIds())
                .containsExactly(deliveryId(1) + "#1", deliveryId(1) + "#2");
    }

    @Test
    void recordsThatCannotBeReadAreSetAside() {
        String lane = channel.lane(1, true);
        deliveryTopic.pipeInput(new byte[] {1}, new byte[] {9, 9});
        attemptTopic.pipeInput(new byte[] {1}, new byte[0]);

        queue(delivery(1, lane));

        assertThat(channel.startedIds()).containsExactly(deliveryId(1) + "#1");
        assertThat(setAside())
                .containsExactly(
                        "test/postrider.deliveries.v1/0/0", "test/postrider.attempts.v1/0/0");
    }

    /** Past an attempt that is read again a delivery could be started that has ended. */
    @Test
    void thePositionMovesPastAnAttemptThatIsSetAsideAndNotPastOneOnWhichAStoreFails() {
        close();
        channel.repeats = false;
        open(folder.resolve("unrepeated"));
        String lane = channel.lane(1, true);
        queue(delivery(1, lane));
        channel.failure = new IllegalStateException("ours");

        settle(1, lane, 1, Attempt.DELIVERED, null);
        assertThat(position()).isEqualTo(new byte[Long.BYTES]);

        channel.failure = new ProcessorStateException("a store");
        assertThatThrownBy(() -> settle(2, lane, 1, Attempt.DELIVERED, null))
                .hasRootCause(channel.failure);
        assertThat(position()).isEqualTo(new byte[Long.BYTES]);
    }

    @Test
    void anOutcomeThatIsSetAsideHoldsUpNothingElseInItsLane() {
        String lane = channel.lane(1, true);
        queue(delivery(1, lane));
        queue(delivery(2, lane));
        assertThat(channel.startedIds()).containsExactly(deliveryId(1) + "#1");

        attemptTopic.pipeInput(ascii(lane), new byte[] {1});
        later(Duration.ofSeconds(1));

        assertThat(channel.startedIds())
                .containsExactly(deliveryId(1) + "#1", deliveryId(2) + "#1");
        settle(1, lane, 1, Attempt.DELIVERED, null);
        settle(2, lane, 1, Attempt.DELIVERED, null);
        for (int n = 3; n <= 7; n++) {
            queue(delivery(n, lane));
        }
        // Two outcomes have doubled the permit twice.
        assertThat(channel.startedIds()).as("each takes its own permit").hasSize(2 + 4);
    }

    @Test
    void aDeliveryThatCannotBeAttemptedIsTheOnlyOneOfItsRound() {
        for (int i = 0; i < 100; i++) {
            queue(delivery(i, channel.lane(i, false)));
        }
        queue(delivery(1_000, channel.lane(42, false)));
        channel.broken = deliveryId(42);
        for (int i = 0; i < 100; i++) {
            channel.lane(i, true);
        }

        // A round ends with its budget of time, which a busy machine uses up before the last lane.
        for (int i = 0; i < 100 && channel.startedIds().size() < 100; i++) {
            later(Duration.ofMillis(100));
        }
        assertThat(channel.startedIds())
                .hasSize(100)
                .doesNotContain(deliveryId(42) + "#1")
                .contains(deliveryId(1_000) + "#1");
    }

    private List<String> setAside() {
        ValueCodec<DeadLetter> letters = ValueCodec.deadLetters(IDS);
        return driver
                .createOutputTopic(
                        Topics.DEAD_LETTERS.name(),
                        new ByteArrayDeserializer(),
                        new ByteArrayDeserializer())
                .readValuesToList()
                .stream()
                .map(letter -> letters.decode(letter).id())
                .toList();
    }

    private byte[] position() {
        return driver.<Bytes, byte[]>getKeyValueStore(DeliveryStores.QUEUE)
                .get(QueueKey.position());
    }

    private TopologyTestDriver start(Path state) {
        Topology topology = new Topology();
        Retries.addTo(topology, DeliveryEngine.PROCESSOR);
        DeliveryEngine.addTo(
                topology,
                Topics.DELIVERIES,
                Topics.ATTEMPTS,
                channel,
                _ -> CompletableFuture.completedStage(0L),
                IDS,
                () -> now);
        Properties properties = new Properties();
        properties.put(StreamsConfig.STATE_DIR_CONFIG, state.toString());
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        return new TopologyTestDriver(topology, StreamsSettings.settingAside(properties), START);
    }

    private TestInputTopic<byte[], byte[]> input(String topic) {
        return driver.createInputTopic(topic, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private void later(Duration time) {
        now = now.plus(time);
        driver.advanceWallClockTime(time);
    }

    private void queue(Delivery delivery) {
        deliveryTopic.pipeInput(ascii(delivery.endpoint()), Samples.DELIVERIES.encode(delivery));
    }

    private void settle(int n, String lane, int number, String outcome, @Nullable Instant next) {
        Attempt attempt = Samples.attempt(delivery(n, lane), number, now, outcome, next);
        attemptTopic.pipeInput(ascii(lane), attempts.encode(attempt));
    }

    private static Delivery delivery(int n, String lane) {
        return Samples.delivery(n, lane, START);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
