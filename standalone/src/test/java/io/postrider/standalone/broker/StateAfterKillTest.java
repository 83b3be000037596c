package io.postrider.standalone.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.platform.kafka.Durability;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The state of an exactly-once application's stores after a kill within a transaction. */
@Tag("servers")
class StateAfterKillTest {

    private static final Duration LATER = Duration.ofMinutes(5);
    private static final Duration SOON = Duration.ofMillis(100);
    private static final int COMMITTED = 2_000;
    private static final int ALL = 5_000;
    private static final int VALUE_BYTES = 4 << 10;
    private static final Set<TopicPartition> RESULTS =
            Set.of(new TopicPartition(StreamsProcess.OUT, 0));

    @TempDir Path folder;
    private EmbeddedBroker broker;

    @BeforeEach
    void start() throws Exception {
        broker = Brokers.start(folder.resolve("broker"), Durability.REPLICATED);
        try (Admin admin = Brokers.admin(broker)) {
            Brokers.get(
                    admin.createTopics(
                                    List.of(
                                            new NewTopic(StreamsProcess.IN, 1, (short) 1),
                                            new NewTopic(StreamsProcess.OUT, 1, (short) 1)))
                            .all());
        }
    }

    @AfterEach
    void stop() {
        broker.close();
    }

    /** Each record is decided as if the aborted transaction had never been, and none is missing. */
    @Test
    void nothingOfAnAbortedTransactionIsInTheStore() throws Exception {
        killWithinTransaction();

        try (StreamsProcess again = run(SOON)) {
            again.awaitProcessed(ALL - COMMITTED);
            List<String> results = committedResults(ALL);

            assertThat(results).hasSize(ALL).containsOnly(StreamsProcess.NEW);
            again.kill();
        }
    }

    /** A restart must not take longer because much was written before. */
    @Test
    void aStoreIsRestoredFromWhereItsFileEnds() throws Exception {
        killWithinTransaction();

        try (StreamsProcess again = run(SOON)) {
            again.awaitProcessed(ALL - COMMITTED);

            assertThat(again.restored()).isBetween(0L, COMMITTED / 2L);
            again.kill();
        }
    }

    /** Commits some records, and kills the process after it has written more that are not committed. */
    private void killWithinTransaction() throws Exception {
        send(0, COMMITTED);
        try (StreamsProcess first = run(SOON)) {
            first.awaitProcessed(COMMITTED);
            committedResults(COMMITTED);
            first.stop();
        }
        send(COMMITTED, ALL);
        try (StreamsProcess second = run(LATER)) {
            second.awaitProcessed(ALL - COMMITTED);
            assertThat(committedResults(COMMITTED)).hasSize(COMMITTED);
            second.kill();
        }
    }

    private StreamsProcess run(Duration commitInterval) throws Exception {
        return StreamsProcess.start(
                broker,
                Brokers.secret(folder.resolve("broker")),
                folder.resolve("streams"),
                commitInterval,
                !Boolean.getBoolean("postrider.plain-stores"));
    }

    private void send(int from, int to) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(
                        Brokers.client(broker),
                        new ByteArraySerializer(),
                        new ByteArraySerializer())) {
            for (int i = from; i < to; i++) {
                byte[] key = Integer.toString(i).getBytes(StandardCharsets.UTF_8);
                var _ =
                        producer.send(
                                new ProducerRecord<>(
                                        StreamsProcess.IN, key, new byte[VALUE_BYTES]));
            }
        }
    }

    /** At least so many results that are committed, one for each key. */
    private List<String> committedResults(int least) {
        List<String> results = new ArrayList<>();
        Set<String> keys = new HashSet<>();
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(
                        Brokers.client(
                                broker, ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed"),
                        new StringDeserializer(),
                        new StringDeserializer())) {
            consumer.assign(RESULTS);
            consumer.seekToBeginning(RESULTS);
            await().until(() -> {
                for (ConsumerRecord<String, String> record :
                        consumer.poll(Duration.ofMillis(200))) {
                    assertThat(keys.add(record.key())).as(record.key()).isTrue();
                    results.add(record.value());
                }
                return results.size() >= least;
            });
        }
        return results;
    }
}
