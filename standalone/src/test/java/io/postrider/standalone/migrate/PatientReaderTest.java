package io.postrider.standalone.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.postrider.platform.kafka.Durability;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.standalone.CommandException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class PatientReaderTest {

    private static final TopicPartition ONE = new TopicPartition("one", 0);
    private static final TopicPartition OTHER = new TopicPartition("other", 0);
    private static final String SILENT =
            "Kafka at kafka:9092 does not return the records of one, other";

    private final AtomicLong clock = new AtomicLong();
    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");

    @Test
    void brokersThatStaySilentEndIt() {
        try (PatientReader reader = reader(Duration.ofSeconds(30))) {
            for (int n = 0; n < 5; n++) {
                assertThat(reader.poll().isEmpty()).isTrue();
            }
            assertThat(reader.isBehind()).isTrue();

            assertThatExceptionOfType(CommandException.class)
                    .isThrownBy(reader::poll)
                    .withMessage(SILENT);
        }
    }

    @Test
    void anAdvanceOfOnePartitionBeginsTheWaitAgain() {
        try (PatientReader reader = reader(Duration.ofSeconds(60))) {
            for (int n = 0; n < 3; n++) {
                assertThat(reader.poll().isEmpty()).isTrue();
            }
            consumer.addRecord(new ConsumerRecord<>("one", 0, 0, new byte[0], new byte[0]));
            assertThat(reader.poll().count()).isEqualTo(1);

            assertThat(reader.poll().isEmpty()).isTrue();
            assertThat(reader.isBehind()).isTrue();
        }
    }

    @Test
    void timeBetweenTwoPollsIsNotTheirs() {
        try (PatientReader reader = reader(Duration.ZERO)) {
            assertThat(reader.poll().isEmpty()).isTrue();
            clock.addAndGet(Duration.ofHours(1).toNanos());

            assertThat(reader.poll().isEmpty()).isTrue();
        }
    }

    @Test
    void aPositionThatNoBrokerTellsEndsIt() {
        var silent =
                new MockConsumer<byte[], byte[]>("earliest") {
                    @Override
                    public synchronized long position(TopicPartition partition) {
                        throw new TimeoutException("no broker");
                    }
                };
        try (PatientReader reader = reader(silent, Duration.ZERO)) {
            assertThatExceptionOfType(CommandException.class)
                    .isThrownBy(reader::isBehind)
                    .withMessage(SILENT);
        }
    }

    private PatientReader reader(Duration poll) {
        return reader(consumer, poll);
    }

    /** @param poll time that each poll takes */
    private PatientReader reader(MockConsumer<byte[], byte[]> of, Duration poll) {
        of.updateBeginningOffsets(Map.of(ONE, 0L, OTHER, 0L));
        AtomicLong calls = new AtomicLong();
        return new PatientReader(
                of,
                KafkaSettings.single("kafka:9092", Durability.REPLICATED, "n1"),
                Map.of(ONE, 2L, OTHER, 2L),
                () ->
                        calls.getAndIncrement() % 2 == 0
                                ? clock.get()
                                : clock.addAndGet(poll.toNanos()));
    }
}
