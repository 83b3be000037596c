package io.postrider.decider.client;

import io.postrider.platform.kafka.Connections;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.limits.HeapBounds;
import io.postrider.schemas.DeciderGroup;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;

/** The settings of the producer of commands: durable, with a short timeout, and never blocking the sender. */
final class CommandProducer {

    /** Long enough for another broker to take over, and less than a caller's wait. */
    private static final Duration DELIVERY_TIMEOUT = Duration.ofSeconds(18);

    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration RETRY_BACKOFF_MAX = Duration.ofMillis(200);
    private static final long LINGER_FSYNC_MILLIS = 2;
    private static final long LINGER_REPLICATED_MILLIS = 1;

    /** Twice the size of a command: the edge rejects larger bodies earlier. */
    private static final int REQUEST_BYTES_MAX = 1 << 20;

    private CommandProducer() {}

    static Map<String, Object> config(KafkaSettings log, DeciderGroup group) {
        Map<String, Object> all = Connections.to(log);
        all.put(ProducerConfig.CLIENT_ID_CONFIG, group.application() + "-commands-" + log.nodeId());
        all.put(ProducerConfig.ACKS_CONFIG, "all");
        all.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        all.put(ProducerConfig.LINGER_MS_CONFIG, lingerMillis(log));
        all.put(ProducerConfig.BUFFER_MEMORY_CONFIG, HeapBounds.GROUP_PRODUCER);
        all.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, REQUEST_BYTES_MAX);
        Connections.delivery(all, DELIVERY_TIMEOUT, REQUEST_TIMEOUT);
        all.putIfAbsent(ProducerConfig.RETRY_BACKOFF_MAX_MS_CONFIG, RETRY_BACKOFF_MAX.toMillis());
        all.putIfAbsent(ProducerConfig.CONNECTIONS_MAX_IDLE_MS_CONFIG, -1L);
        all.put(ProducerConfig.ENABLE_METRICS_PUSH_CONFIG, false);
        notBlocking(all);
        return all;
    }

    /** Event loops send commands: a full buffer or a topic that is not known yet is an answer, not a wait. */
    private static void notBlocking(Map<String, Object> all) {
        all.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 0L);
        // By default the metadata of a topic that was idle for five minutes is dropped, and its
        // next record waits.
        all.put(ProducerConfig.METADATA_MAX_IDLE_CONFIG, Duration.ofDays(3650).toMillis());
    }

    private static long lingerMillis(KafkaSettings log) {
        return switch (log.durability()) {
            case FSYNC -> LINGER_FSYNC_MILLIS;
            case REPLICATED -> LINGER_REPLICATED_MILLIS;
        };
    }
}
