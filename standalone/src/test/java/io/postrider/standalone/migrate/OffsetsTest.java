package io.postrider.standalone.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.standalone.broker.EmbeddedBroker;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("servers")
class OffsetsTest {

    private static final TopicPartition CHANGED = new TopicPartition("copied", 0);
    private static final TopicPartition NONE = new TopicPartition("copied", 1);

    @TempDir Path folder;

    @Test
    void anOffsetInATransactionIsWaitedFor() throws Exception {
        try (EmbeddedBroker broker = Targets.start(folder)) {
            KafkaSettings target = Targets.settings(broker);
            try (Admin admin = Clients.admin(target);
                    KafkaProducer<byte[], byte[]> producer = Clients.writer(target, "a-run")) {
                admin.createTopics(List.of(new NewTopic(CHANGED.topic(), 2, (short) 1)))
                        .all()
                        .get(30, TimeUnit.SECONDS);
                producer.initTransactions();
                producer.beginTransaction();
                producer.sendOffsetsToTransaction(
                        Map.of(CHANGED, new OffsetAndMetadata(7)), Clients.group(target));
                assertThat(ofKafka(admin)).as("Kafka leaves it out").isEmpty();

                var found =
                        CompletableFuture.supplyAsync(() ->
                                Offsets.committed(admin, Progress.GROUP, List.of(CHANGED, NONE)));
                producer.commitTransaction();

                assertThat(found.get(60, TimeUnit.SECONDS)).containsOnly(Map.entry(CHANGED, 7L));
            }
        }
    }

    private static Map<TopicPartition, OffsetAndMetadata> ofKafka(Admin admin) throws Exception {
        return admin.listConsumerGroupOffsets(
                        Progress.GROUP, new ListConsumerGroupOffsetsOptions().requireStable(true))
                .partitionsToOffsetAndMetadata()
                .get(30, TimeUnit.SECONDS);
    }
}
