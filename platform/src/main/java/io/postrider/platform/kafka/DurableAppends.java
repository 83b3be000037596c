package io.postrider.platform.kafka;

import io.postrider.schemas.Topic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Appends records to a topic for callers that wait until every replica has them, and never blocks an event loop. */
public final class DurableAppends implements AutoCloseable {

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    /** A caller repeats a request that is not answered within seconds. */
    private static final Duration DELIVERY_TIMEOUT = Duration.ofSeconds(5);

    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(4);

    private static final Duration START_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration START_PAUSE = Duration.ofMillis(10);

    private final Producer<byte[], byte[]> producer;

    /** Appends with a producer that does not block; it is closed with this. */
    public DurableAppends(Producer<byte[], byte[]> producer) {
        this.producer = producer;
    }

    /**
     * Appends with a producer of their own, which waits up to two seconds until it knows the topic. Not for an event loop.
     *
     * @param name of the client
     * @param buffer bytes of records that are under way
     */
    public static DurableAppends connect(KafkaSettings log, String name, Topic topic, long buffer) {
        return connect(log, name, List.of(topic), buffer);
    }

    /** The same for several topics. */
    public static DurableAppends connect(
            KafkaSettings log, String name, List<Topic> topics, long buffer) {
        Map<String, Object> config = Connections.to(log);
        config.put(ProducerConfig.CLIENT_ID_CONFIG, "postrider-" + name + "-" + log.nodeId());
        config.put(ProducerConfig.ACKS_CONFIG, "all");
        config.put(ProducerConfig.LINGER_MS_CONFIG, 2);
        config.put(ProducerConfig.BUFFER_MEMORY_CONFIG, buffer);
        // The caller is an event loop.
        config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 0L);
        Connections.delivery(config, DELIVERY_TIMEOUT, REQUEST_TIMEOUT);
        config.put(ProducerConfig.METADATA_MAX_IDLE_CONFIG, Duration.ofDays(3650).toMillis());
        config.put(ProducerConfig.ENABLE_METRICS_PUSH_CONFIG, false);
        KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
        topics.forEach(topic -> awaitPartitions(producer, topic));
        return new DurableAppends(producer);
    }

    /** A producer that may not block refuses records until it knows the topic. */
    private static void awaitPartitions(Producer<byte[], byte[]> producer, Topic topic) {
        long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
        while (!knows(producer, topic) && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(START_PAUSE.toNanos());
        }
    }

    private static boolean knows(Producer<byte[], byte[]> producer, Topic topic) {
        try {
            return !producer.partitionsFor(topic.name()).isEmpty();
        } catch (KafkaException e) {
            // The answer comes later; the producer keeps it.
            return false;
        }
    }

    /** Appends a record. */
    public CompletionStage<Append> append(ProducerRecord<byte[], byte[]> record) {
        CompletableFuture<Append> ended = new CompletableFuture<>();
        try {
            var _ = producer.send(record, (_, failure) -> ended.complete(result(failure)));
        } catch (KafkaException e) {
            ended.complete(result(e));
        }
        return ended;
    }

    private static Append result(@Nullable Exception failure) {
        return switch (failure) {
            case null -> Append.DONE;
            case RecordTooLargeException _ -> Append.TOO_LARGE;
            default -> Append.UNCERTAIN;
        };
    }

    @Override
    public void close() {
        producer.close(CLOSE_TIMEOUT);
    }
}
