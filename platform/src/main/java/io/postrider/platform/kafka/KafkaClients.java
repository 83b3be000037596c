package io.postrider.platform.kafka;

import io.postrider.platform.limits.HeapBounds;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.meters.FullestPart;
import io.postrider.schemas.Topic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;

/**
 * The Kafka clients that the parts of a process share. Each part gets a handle of its own; closing a handle leaves the client
 * open for the others.
 *
 * <p>A producer exists from its first handle on.
 */
public final class KafkaClients implements AutoCloseable {

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    /** A caller repeats a request that is not answered within seconds. */
    private static final Duration APPEND_TIMEOUT = Duration.ofSeconds(5);

    private static final Duration APPEND_REQUEST_TIMEOUT = Duration.ofSeconds(4);

    /** Longer than the restart of a broker. */
    private static final Duration BEST_EFFORT_TIMEOUT = Duration.ofSeconds(30);

    private static final Duration BEST_EFFORT_REQUEST_TIMEOUT = Duration.ofSeconds(10);

    /** By default a producer drops the metadata of a topic that was idle for five minutes, and its next record waits. */
    private static final Duration METADATA_IDLE_MAX = Duration.ofDays(3650);

    /** A barrier or an application waits during the restart of a broker. */
    private static final int ADMIN_REQUEST_MILLIS = 10_000;

    private static final int ADMIN_CALL_MILLIS = 60_000;
    private static final Duration START_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration START_PAUSE = Duration.ofMillis(10);

    private final KafkaSettings settings;
    private final Admin admin;
    private final DefaultKafkaProducerFactory<byte[], byte[]> appends;
    private final DefaultKafkaProducerFactory<byte[], byte[]> outcomes;
    private final DefaultKafkaProducerFactory<byte[], byte[]> bestEffort;
    private final FullestPart appendShares = new FullestPart();
    private final FullestPart bestEffortShares = new FullestPart();

    private KafkaClients(KafkaSettings settings) {
        this.settings = settings;
        this.admin =
                Admin.create(
                        settings.adminConfig(
                                "postrider-shared", ADMIN_REQUEST_MILLIS, ADMIN_CALL_MILLIS));
        this.appends = factory(appends(settings));
        this.outcomes = factory(outcomes(settings));
        this.bestEffort = factory(bestEffort(settings));
    }

    /** The clients of a cluster, which close after all parts that use them. */
    public static KafkaClients open(KafkaSettings settings) {
        return new KafkaClients(settings);
    }

    /** Shows how many bytes of its share the part uses that uses most, of each shared producer. */
    public void show(Bounds bounds) {
        bounds.show("append_bytes_of_a_part", appendShares::used, HeapBounds.APPENDS_SHARE);
        bounds.show(
                "best_effort_bytes_of_a_part",
                bestEffortShares::used,
                HeapBounds.BEST_EFFORT_SHARE);
    }

    /** The settings of the cluster. */
    public KafkaSettings settings() {
        return settings;
    }

    /**
     * The admin client of Streams applications and of the barriers of services. It has one request per broker in flight, so
     * calls wait behind each other: a part with a short timeout has a client of its own.
     */
    public Admin admin() {
        return SharedClient.handle(Admin.class, () -> admin);
    }

    /**
     * Appends for callers that wait, with a share of the buffer that no other part uses. Waits up to two seconds until the
     * producer knows the topics; not for an event loop.
     */
    public DurableAppends appends(Topic... topics) {
        return new DurableAppends(
                handle(
                        appends,
                        share(HeapBounds.APPENDS_SHARE, Duration.ZERO, appendShares),
                        List.of(topics)));
    }

    /** The producer of outcomes, which blocks while its buffer is full; not for an event loop. */
    public Producer<byte[], byte[]> outcomes() {
        return SharedClient.handle(Producer.class, outcomes::createProducer);
    }

    /**
     * A producer of records that no request depends on, with a share of the buffer that no other part uses. Waits up to two
     * seconds until it knows the topics.
     *
     * @param patience maximum time that a send waits for room in the share
     */
    public Producer<byte[], byte[]> bestEffort(Duration patience, Topic... topics) {
        return handle(
                bestEffort,
                share(HeapBounds.BEST_EFFORT_SHARE, patience, bestEffortShares),
                List.of(topics));
    }

    private static BufferShare share(int bytes, Duration patience, FullestPart shown) {
        BufferShare share = new BufferShare(bytes, patience);
        shown.add(share, share::used);
        return share;
    }

    private static Producer<byte[], byte[]> handle(
            DefaultKafkaProducerFactory<byte[], byte[]> factory,
            BufferShare share,
            List<Topic> topics) {
        Producer<byte[], byte[]> producer = SharedClient.handle(factory::createProducer, share);
        topics.forEach(topic -> awaitPartitions(producer, topic));
        return producer;
    }

    private static Map<String, Object> appends(KafkaSettings log) {
        Map<String, Object> config = producer(Connections.to(log), log, "postrider-appends");
        config.put(ProducerConfig.LINGER_MS_CONFIG, 2);
        config.put(ProducerConfig.BUFFER_MEMORY_CONFIG, HeapBounds.APPENDS);
        return notBlocking(config, APPEND_TIMEOUT, APPEND_REQUEST_TIMEOUT);
    }

    private static Map<String, Object> outcomes(KafkaSettings log) {
        Map<String, Object> config =
                producer(Connections.ofOrderedProducer(log), log, "postrider-outcomes");
        // One request at a time: the attempts that end meanwhile are the next batch.
        config.put(ProducerConfig.LINGER_MS_CONFIG, 5);
        config.put(ProducerConfig.BUFFER_MEMORY_CONFIG, HeapBounds.OUTCOMES);
        return config;
    }

    private static Map<String, Object> bestEffort(KafkaSettings log) {
        Map<String, Object> config = producer(Connections.to(log), log, "postrider-best-effort");
        config.put(ProducerConfig.LINGER_MS_CONFIG, 5);
        config.put(ProducerConfig.BUFFER_MEMORY_CONFIG, HeapBounds.BEST_EFFORT);
        return notBlocking(config, BEST_EFFORT_TIMEOUT, BEST_EFFORT_REQUEST_TIMEOUT);
    }

    private static Map<String, Object> producer(
            Map<String, Object> config, KafkaSettings log, String name) {
        config.put(ProducerConfig.CLIENT_ID_CONFIG, name + "-" + log.nodeId());
        config.put(ProducerConfig.ACKS_CONFIG, "all");
        config.put(ProducerConfig.ENABLE_METRICS_PUSH_CONFIG, false);
        return config;
    }

    /** A part whose share is used up, or a topic that is not known yet, delays no other part. */
    private static Map<String, Object> notBlocking(
            Map<String, Object> config, Duration delivery, Duration request) {
        Connections.delivery(config, delivery, request);
        config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 0L);
        config.put(ProducerConfig.METADATA_MAX_IDLE_CONFIG, METADATA_IDLE_MAX.toMillis());
        return config;
    }

    private static DefaultKafkaProducerFactory<byte[], byte[]> factory(Map<String, Object> config) {
        var factory =
                new DefaultKafkaProducerFactory<>(
                        config, new ByteArraySerializer(), new ByteArraySerializer());
        factory.setPhysicalCloseTimeout(Math.toIntExact(CLOSE_TIMEOUT.toSeconds()));
        return factory;
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

    /** Sends the remaining records, for a limited time. */
    @Override
    public void close() {
        appends.destroy();
        outcomes.destroy();
        bestEffort.destroy();
        admin.close(CLOSE_TIMEOUT);
    }
}
