package io.postrider.standalone.broker;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.platform.kafka.Connections;
import io.postrider.platform.kafka.Durability;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.views.commands.CommandLog;
import io.postrider.schemas.Context;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A start waits for the decision on the last command; markers and aborted records behind it get none. */
class CommandLogTest {

    @TempDir static Path folder;
    private static EmbeddedBroker broker;
    private static KafkaSettings settings;

    @BeforeAll
    static void start() {
        broker = Brokers.start(folder, Durability.REPLICATED);
        settings = Brokers.provisioned(broker, Durability.REPLICATED);
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @Test
    void aMarkerIsNoCommand() throws Exception {
        append(Context.WORKSPACES, 2, true);
        // A commit returns before its markers are in the partitions.
        await().untilAsserted(() -> assertThat(end(Context.WORKSPACES)).isEqualTo(2));
    }

    @Test
    void anAbortedRecordIsNoCommand() throws Exception {
        append(Context.LINKS, 1, true);
        append(Context.LINKS, 600, false);
        await().untilAsserted(() -> assertThat(end(Context.LINKS)).isEqualTo(1));
    }

    @Test
    void aPartitionOfAbortedRecordsHasNoCommand() throws Exception {
        append(Context.KEYS, 20, false);
        assertThat(end(Context.KEYS)).isZero();
        assertThat(end(Context.WEBHOOKS)).isZero();
    }

    private static long end(Context context) throws Exception {
        TopicPartition first = new TopicPartition(context.commands().name(), 0);
        CommandLog log =
                CommandLog.read(Connections.to(settings), Set.of(context), settings.partitions());
        return requireNonNull(log.ends().get(first));
    }

    private static void append(Context context, int records, boolean commit) {
        Map<String, Object> config = Connections.to(settings);
        config.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, "of " + context);
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.initTransactions();
            producer.beginTransaction();
            for (int i = 0; i < records; i++) {
                var _ =
                        producer.send(
                                new ProducerRecord<>(
                                        context.commands().name(), 0, null, new byte[] {1}));
            }
            producer.flush();
            if (commit) {
                producer.commitTransaction();
            } else {
                producer.abortTransaction();
            }
        }
    }
}
