package io.postrider.standalone.migrate;

import io.postrider.platform.kafka.Connections;
import io.postrider.platform.kafka.KafkaSettings;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Makes the clients of the command. */
final class Clients {

    private static final int CALL_MILLIS = 60_000;
    private static final int BATCH_BYTES = 256 << 10;
    private static final long BUFFER_BYTES = 16 << 20;
    private static final int POLL_RECORDS = 5_000;

    private Clients() {}

    static Admin admin(KafkaSettings log) {
        return Admin.create(log.adminConfig(Progress.GROUP));
    }

    /** Reads committed records, and belongs to no group. */
    static KafkaConsumer<byte[], byte[]> reader(KafkaSettings log) {
        Map<String, Object> all = Connections.to(log);
        all.put(CommonClientConfigs.CLIENT_ID_CONFIG, Progress.GROUP);
        all.put(CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG, CALL_MILLIS);
        all.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        all.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        all.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        all.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        all.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, POLL_RECORDS);
        return new KafkaConsumer<>(all, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** The group whose offsets are the progress, without a member. */
    static ConsumerGroupMetadata group(KafkaSettings log) {
        Map<String, Object> all = Connections.to(log);
        all.put(ConsumerConfig.GROUP_ID_CONFIG, Progress.GROUP);
        all.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(
                        all, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            return consumer.groupMetadata();
        }
    }

    /** Writes in transactions. */
    static KafkaProducer<byte[], byte[]> writer(KafkaSettings log, String transactionalId) {
        Map<String, Object> all = Connections.to(log);
        all.put(CommonClientConfigs.CLIENT_ID_CONFIG, transactionalId);
        all.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId);
        all.put(ProducerConfig.ACKS_CONFIG, "all");
        all.put(ProducerConfig.LINGER_MS_CONFIG, 20);
        all.put(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
        all.put(ProducerConfig.BUFFER_MEMORY_CONFIG, BUFFER_BYTES);
        all.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
        all.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, CALL_MILLIS);
        return new KafkaProducer<>(all, new ByteArraySerializer(), new ByteArraySerializer());
    }
}
