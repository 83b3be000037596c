package io.postrider.platform.views;

import io.postrider.platform.kafka.Connections;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A Kafka cluster as the log: committed records only, no group, and offsets kept by the reader. */
public final class KafkaProjectionLog implements ProjectionLog {

    // Large enough to drain a burst in one poll: a remainder keeps its partition out of the next
    // fetch.
    private static final int POLL_RECORDS = 2_000;
    private static final int FETCH_BYTES = 8 << 20;
    private static final int REQUEST_TIMEOUT_MS = 10_000;

    /** A record ends a fetch at once. */
    private static final int FETCH_WAIT_MS = 1_000;

    /** A dead letter has up to a MiB of its record. */
    private static final int LETTERS_BYTES = 2 << 20;

    /** The thread of the views waits for it. */
    private static final long LETTERS_WAIT_MS = 500;

    private static final Duration LETTERS_DELIVERY = Duration.ofMillis(2L * REQUEST_TIMEOUT_MS);

    private final String name;
    private final Map<String, Object> connection;

    /** Takes bootstrap servers and security settings; settings of reading are set here and take precedence. */
    public KafkaProjectionLog(String name, Map<String, Object> connection) {
        this.name = name;
        this.connection = Map.copyOf(connection);
    }

    @Override
    public Consumer<byte[], byte[]> consumer() {
        return new KafkaConsumer<>(consumerSettings());
    }

    @Override
    public LogProbe probe() {
        Map<String, Object> settings = common();
        settings.put(AdminClientConfig.CLIENT_ID_CONFIG, name + "-probe");
        return new AdminProbe(settings);
    }

    @Override
    public Producer<byte[], byte[]> producer() {
        Map<String, Object> settings = common();
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, name + "-letters");
        settings.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, LETTERS_BYTES);
        settings.put(ProducerConfig.BUFFER_MEMORY_CONFIG, (long) LETTERS_BYTES);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, LETTERS_WAIT_MS);
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        Connections.delivery(settings, LETTERS_DELIVERY, LETTERS_DELIVERY);
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    Map<String, Object> consumerSettings() {
        Map<String, Object> settings = common();
        settings.remove(ConsumerConfig.GROUP_ID_CONFIG);
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, name);
        settings.put(
                ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
                ByteArrayDeserializer.class.getName());
        settings.put(
                ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG,
                ByteArrayDeserializer.class.getName());
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, POLL_RECORDS);
        settings.put(ConsumerConfig.FETCH_MIN_BYTES_CONFIG, 1);
        settings.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, FETCH_WAIT_MS);
        settings.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, FETCH_BYTES);
        return settings;
    }

    private Map<String, Object> common() {
        Map<String, Object> settings = new HashMap<>(connection);
        Connections.timeouts(settings, REQUEST_TIMEOUT_MS, REQUEST_TIMEOUT_MS);
        settings.put(CommonClientConfigs.ENABLE_METRICS_PUSH_CONFIG, false);
        return settings;
    }
}
