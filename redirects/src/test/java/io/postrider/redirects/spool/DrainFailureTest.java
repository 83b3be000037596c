package io.postrider.redirects.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DrainFailureTest {

    private static final SpoolSettings SETTINGS = new SpoolSettings(2, 1 << 20, 16L << 20);

    @TempDir Path folder;

    private final MockKafka kafka = new MockKafka();
    private ClickSpool spool;

    @BeforeEach
    void openSpool() {
        spool = ClickSpool.open(folder, SETTINGS);
    }

    @AfterEach
    void closeSpool() {
        spool.close();
    }

    @Test
    void aProducerWithoutRoomIsAskedAgainForTheSameRecord() {
        // given
        MockProducer<byte[], byte[]> full = MockKafka.producer(true);
        full.sendException = new TimeoutException("no room");
        try (SpoolDrainer drainer = kafka.drain(spool, () -> full)) {
            Payloads.append(spool.lane(0), 20);
            await().during(Duration.ofMillis(200))
                    .untilAsserted(() -> assertThat(spool.pendingRecords()).isEqualTo(20));

            // when
            full.sendException = null;

            // then
            await().until(() -> spool.pendingRecords() == 0);
            assertThat(kafka.payloads(new LaneId(spool.nodeId(), 0)))
                    .containsExactlyElementsOf(MockKafka.expected(0, 1, 20));
            assertThat(drainer.restarts()).isZero();
        }
    }

    @Test
    void aFailedRecordEndsTheProducerOnceAllOthersAreResolved() {
        try (SpoolDrainer drainer =
                kafka.drain(spool, () -> MockKafka.producer(!kafka.producers().isEmpty()))) {
            // given
            Payloads.append(spool.lane(0), 5);
            await().untilAsserted(() -> assertThat(kafka.sent()).hasSize(5));
            MockProducer<byte[], byte[]> first = kafka.first();

            // when
            first.completeNext();
            await().until(() -> spool.pendingRecords() == 4);
            first.errorNext(new RecordTooLargeException("the second"));
            first.completeNext();
            Payloads.append(spool.lane(1), 1);

            // then
            await().during(Duration.ofMillis(200)).until(() -> kafka.producers().size() == 1);
            assertThat(first.closed()).isFalse();
            assertThat(drainer.draining()).isFalse();
            assertThat(spool.pendingRecords()).isEqualTo(5);

            // when
            first.flush();

            // then
            await().until(() -> spool.pendingRecords() == 0);
            assertThat(first.closed()).isTrue();
            assertThat(drainer.restarts()).isEqualTo(1);
            assertThat(kafka.producers().getLast().history().stream().map(ProducerRecord::value))
                    .containsAll(MockKafka.expected(0, 2, 5))
                    .hasSize(5);
        }
    }

    @Test
    void resultsThatNeverComeDoNotStopTheDrainingForEver() {
        try (SpoolDrainer drainer =
                kafka.drain(spool, () -> MockKafka.producer(!kafka.producers().isEmpty()))) {
            // given
            Payloads.append(spool.lane(0), 2);
            await().untilAsserted(() -> assertThat(kafka.sent()).hasSize(2));

            // when
            kafka.first().errorNext(new KafkaException("gone"));

            // then
            await().until(() -> spool.pendingRecords() == 0);
            assertThat(drainer.restarts()).isEqualTo(1);
        }
    }

    @Test
    void aSupplierThatFailsIsAskedAgain() {
        // given
        int[] failures = {0};
        try (SpoolDrainer drainer =
                kafka.drain(
                        spool,
                        () -> {
                            if (failures[0]++ < 2) {
                                throw new KafkaException("no such host");
                            }
                            return MockKafka.producer(true);
                        })) {
            // when
            Payloads.append(spool.lane(0), 1);

            // then
            await().until(() -> spool.pendingRecords() == 0);
            assertThat(drainer.draining()).isTrue();
            assertThat(drainer.dead()).isNotDone();
        }
    }

    @Test
    void aDrainerThatAnErrorEndedSaysSo() {
        try (SpoolDrainer drainer =
                kafka.drain(
                        spool,
                        (Supplier<MockProducer<byte[], byte[]>>)
                                () -> {
                                    throw new NoClassDefFoundError("a.B");
                                })) {
            await().until(() -> drainer.dead().isDone());

            assertThat(drainer.draining()).isFalse();
        }
    }
}
