package io.postrider.redirects.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.platform.kafka.Durability;
import io.postrider.platform.kafka.KafkaSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpoolDrainerTest {

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
    void recordsLeaveInOrderUnderTheirLanesKeyAndPartition() {
        try (SpoolDrainer drainer = kafka.drain(spool, () -> MockKafka.producer(true))) {
            // when
            Payloads.append(spool.lane(0), 50);
            Payloads.append(spool.lane(1), 30);

            // then
            await().until(() -> spool.pendingRecords() == 0);
            assertThat(drainer.draining()).isTrue();
            for (int lane = 0; lane < 2; lane++) {
                LaneId id = new LaneId(spool.nodeId(), lane);
                List<ProducerRecord<byte[], byte[]>> sent = kafka.sent(id);
                assertThat(sent)
                        .hasSize(lane == 0 ? 50 : 30)
                        .allSatisfy(record ->
                                assertThat(record.partition())
                                        .isEqualTo(id.partition(MockKafka.PARTITIONS)));
                assertThat(sent.stream().map(ProducerRecord::value))
                        .containsExactlyElementsOf(MockKafka.expected(lane, 1, sent.size()));
            }
        }
    }

    @Test
    void recordsStayInTheSpoolWhileTheTopicMayNotGrow() {
        AtomicBoolean room = new AtomicBoolean();
        try (SpoolDrainer drainer = kafka.drain(spool, room::get)) {
            await().until(drainer::draining);
            Payloads.append(spool.lane(0), 50);
            await().during(Duration.ofMillis(200)).until(() -> spool.pendingRecords() == 50);
            assertThat(kafka.sent()).isEmpty();

            room.set(true);

            await().until(() -> spool.pendingRecords() == 0);
        }
    }

    @Test
    void aNodesLanesAreSpreadOverThePartitions() {
        assertThat(LongStream.range(0, MockKafka.PARTITIONS).boxed())
                .extracting(
                        lane -> new LaneId("0123", lane.intValue()).partition(MockKafka.PARTITIONS))
                .containsExactlyInAnyOrder(0, 1, 2, 3);
    }

    @Test
    void aClickAfterAQuietTimeLeavesAtOnce() {
        try (SpoolDrainer drainer = kafka.drainWhenWoken(spool, () -> MockKafka.producer(true))) {
            for (int lane = 0; lane < 2; lane++) {
                Payloads.append(spool.lane(lane), 1);
                await().until(() -> spool.pendingRecords() == 0);
                // Enough for it to fall asleep; if it has not, the next click is no harder for it.
                await().pollDelay(Duration.ofMillis(300)).until(drainer::draining);
            }
        }
    }

    @Test
    void nothingIsAcknowledgedBeforeKafkaHasIt() {
        try (SpoolDrainer drainer = kafka.drain(spool, () -> MockKafka.producer(false))) {
            // given
            Payloads.append(spool.lane(0), 10);
            await().untilAsserted(() -> assertThat(kafka.sent()).hasSize(10));

            // when
            for (int i = 0; i < 4; i++) {
                kafka.first().completeNext();
            }

            // then
            await().untilAsserted(() -> assertThat(spool.pendingRecords()).isEqualTo(6));
            assertThat(drainer.restarts()).isZero();
            kafka.first().flush();
            await().until(() -> spool.pendingRecords() == 0);
        }
    }

    @Test
    void recordsInFlightAreBoundedPerLane() {
        try (SpoolDrainer drainer = kafka.drain(spool, () -> MockKafka.producer(false))) {
            // when
            byte[] large = new byte[200_000];
            for (int i = 0; i < 40; i++) {
                await().pollDelay(Duration.ZERO)
                        .pollInterval(Duration.ofMillis(1))
                        .until(() -> spool.lane(0).append(large, 0, large.length));
            }

            // then
            await().during(Duration.ofMillis(200))
                    .untilAsserted(() -> assertThat(kafka.sent()).hasSize(21));
            kafka.first().completeNext();
            await().untilAsserted(() -> assertThat(kafka.sent()).hasSize(22));
            assertThat(drainer.draining()).isTrue();
            await().until(() -> {
                kafka.first().flush();
                return spool.pendingRecords() == 0;
            });
        }
    }

    @Test
    void closingSendsAppendedRecords() {
        SpoolDrainer drainer = kafka.drain(spool, () -> MockKafka.producer(true));
        Payloads.append(spool.lane(0), 2000);
        drainer.close();

        assertThat(spool.pendingRecords()).isZero();
        assertThat(drainer.draining()).isFalse();
        assertThat(kafka.first().closed()).isTrue();
    }

    @Test
    void recordsLeftByAnotherNodeLeaveUnderThatNodesKey() throws Exception {
        // given
        String old = spool.nodeId();
        Payloads.append(spool.lane(1), 3);
        spool.close();
        spool = ClickSpool.open(folder, SETTINGS, "another boot");

        try (SpoolDrainer drainer = kafka.drain(spool, () -> MockKafka.producer(true))) {
            // then
            await().until(() -> spool.pendingRecords() == 0);
            assertThat(drainer.restarts()).isZero();
            assertThat(kafka.payloads(new LaneId(old, 1)))
                    .containsExactlyElementsOf(MockKafka.expected(1, 1, 3));
        }
    }

    @Test
    void theProducerSettingsMakeAProducer() {
        try (Producer<byte[], byte[]> producer =
                new KafkaProducer<>(
                        SpoolDrainer.producerSettings(
                                KafkaSettings.single("localhost:1", Durability.FSYNC, "n")))) {
            assertThat(producer.metrics()).isNotEmpty();
        }
    }
}
