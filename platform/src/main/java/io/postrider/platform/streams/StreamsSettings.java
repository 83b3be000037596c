package io.postrider.platform.streams;

import io.postrider.platform.kafka.ApplicationClients;
import io.postrider.platform.kafka.Connections;
import io.postrider.platform.kafka.Durability;
import io.postrider.platform.kafka.KafkaClients;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.limits.HeapBounds;
import io.postrider.platform.streams.transactional.TransactionalStores;
import io.postrider.platform.views.ProjectionMemory;
import io.postrider.platform.views.source.SourceStores;
import io.postrider.schemas.NamePrefix;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;

/**
 * The common settings of a process's Kafka Streams applications, as properties of each.
 *
 * @param log settings of the cluster and the durability of writes
 * @param stateDir a folder on a disk, of this process alone, that outlives it
 * @param memory shared memory of all stores of the process
 * @param applicationServer address of this node for others, as {@code host:port}; null for a single node
 * @param clients shared clients of the process; null if each application has all of its own
 */
public record StreamsSettings(
        KafkaSettings log,
        Path stateDir,
        ProjectionMemory memory,
        @Nullable String applicationServer,
        @Nullable KafkaClients clients) {

    /**
     * What every application id begins with. The changelogs of other applications are not flushed in {@code fsync}
     * durability.
     */
    public static final String APPLICATION_PREFIX = NamePrefix.of("postrider-");

    private static final Duration SESSION_TIMEOUT = Duration.ofSeconds(10);

    /** Heartbeats in a session. Other members learn from the response that a node died or came. */
    private static final int HEARTBEATS_IN_A_CLUSTER = 15;

    private static final int HEARTBEATS_ALONE = 5;

    /** The shortest that brokers allow by default. Until then nothing is read of the partitions of a dead node. */
    private static final Duration LISTS_SESSION_TIMEOUT = Duration.ofSeconds(6);

    /**
     * Longer than a cluster takes to replace a dead leader, or its transactions would end with it. If a dead process is not
     * started again, its successor waits this long.
     */
    private static final Duration TRANSACTION_TIMEOUT = Duration.ofSeconds(15);

    private static final Duration RETRY_BACKOFF = Duration.ofMillis(20);

    /**
     * After the death of a broker, each partition of a transaction is rejected a few times while its coordinator moves, one
     * partition after the other; by default the pauses in between grow to a second.
     */
    private static final Duration RETRY_BACKOFF_MAX = Duration.ofMillis(100);

    /** A stream thread without work wakes this often; {@link ApplicationClients} shortens it while there is work. */
    private static final Duration POLL = Duration.ofMillis(200);

    private static final Duration LISTS_COMMIT = Duration.ofSeconds(1);

    /** These applications commit after each timer, also without work, so that a shorter interval costs an idle node. */
    private static final Duration REACTING_COMMIT = Duration.ofSeconds(2);

    private static final Duration REACTING_LINGER = Duration.ofMillis(2);
    private static final Duration PROBING = Duration.ofMinutes(1);
    private static final Duration CHANGELOG_SEGMENT = Duration.ofHours(6);
    private static final long CHANGELOG_SEGMENT_BYTES = 64L << 20;
    private static final int FETCH_BYTES_MAX = 16 << 20;

    /** The settings of applications that have an admin client each. */
    public StreamsSettings(
            KafkaSettings log,
            Path stateDir,
            ProjectionMemory memory,
            @Nullable String applicationServer) {
        this(log, stateDir, memory, applicationServer, null);
    }

    /** The properties of an application whose results stand in the log exactly once. */
    public Properties exactlyOnce(
            String applicationId, Duration commitInterval, Duration producerLinger) {
        Properties all = shared(applicationId, commitInterval, producerLinger);
        all.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        all.put(
                StreamsConfig.producerPrefix(ProducerConfig.BUFFER_MEMORY_CONFIG),
                HeapBounds.GROUP_PRODUCER);
        // A dead writer holds up every reader of committed records for as long.
        all.put(
                StreamsConfig.producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG),
                (int) TRANSACTION_TIMEOUT.toMillis());
        // While a broker still writes the markers of the last transaction it refuses the first
        // request of the next.
        // A second one behind it would be refused as out of sequence, and the broker would log an
        // error for each.
        all.put(
                StreamsConfig.producerPrefix(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION),
                1);
        ofProducers(all, ProducerConfig.RETRY_BACKOFF_MS_CONFIG, RETRY_BACKOFF);
        ofProducers(all, ProducerConfig.RETRY_BACKOFF_MAX_MS_CONFIG, RETRY_BACKOFF_MAX);
        return all;
    }

    /** Adds a time of producers that the installation does not set. */
    private static void ofProducers(Properties all, String name, Duration time) {
        if (!all.containsKey(name)) {
            all.put(StreamsConfig.producerPrefix(name), time.toMillis());
        }
    }

    /**
     * The stores of an {@link #exactlyOnce} application.
     *
     * @param applicationId that of its properties
     */
    public TransactionalStores transactionalStores(String applicationId) {
        return new TransactionalStores(
                stateDir.resolve(applicationId + "-stores"), memory, InstantSource.system());
    }

    /** The stores of the application that keeps the lists. */
    public SourceStores sourceStores() {
        return new SourceStores(stateDir.resolve("lists"), memory, Connections.to(log));
    }

    /** The properties of the application that keeps the lists. It writes dead letters alone: its stores are made of its sources. */
    public Properties lists() {
        Properties all = atLeastOnce(APPLICATION_PREFIX + "lists", LISTS_COMMIT, Duration.ZERO);
        sessionTimeout(all, LISTS_SESSION_TIMEOUT);
        // The topics of events are written in transactions, and their records are restored too.
        for (String prefix :
                List.of(
                        StreamsConfig.MAIN_CONSUMER_PREFIX,
                        StreamsConfig.RESTORE_CONSUMER_PREFIX)) {
            all.put(prefix + ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        }
        return settingAside(all);
    }

    /** The properties of an application whose results may stand in the log more than once after a crash. */
    public Properties atLeastOnce(
            String applicationId, Duration commitInterval, Duration producerLinger) {
        Properties all = shared(applicationId, commitInterval, producerLinger);
        all.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.AT_LEAST_ONCE);
        return all;
    }

    /** The properties of an application that reacts to committed records, from the first one on, and may do so more than once. */
    public Properties reacting(String applicationId) {
        Properties all = atLeastOnce(applicationId, REACTING_COMMIT, REACTING_LINGER);
        // One request at a time: the records that are sent meanwhile are the next batch.
        all.put(
                StreamsConfig.producerPrefix(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION),
                1);
        all.put(
                StreamsConfig.mainConsumerPrefix(ConsumerConfig.ISOLATION_LEVEL_CONFIG),
                "read_committed");
        all.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        return settingAside(all);
    }

    /** Adds that a record is set aside on which a {@link GuardedProcessor} processor throws. */
    public static Properties settingAside(Properties all) {
        all.put(StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG, DeadLetterHandler.class);
        return all;
    }

    /** The same, of an application that asks {@link Polls}. */
    public Properties reactingByPolls(String applicationId) {
        Properties all = reacting(applicationId);
        all.put(
                StreamsConfig.mainConsumerPrefix(ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG),
                Polls.class.getName());
        return all;
    }

    private Properties shared(
            String applicationId, Duration commitInterval, Duration producerLinger) {
        if (!applicationId.startsWith(APPLICATION_PREFIX)) {
            throw new IllegalArgumentException(
                    "application id: "
                            + applicationId
                            + " (expected: "
                            + APPLICATION_PREFIX
                            + "…)");
        }
        Properties all = new Properties();
        all.put(StreamsConfig.APPLICATION_ID_CONFIG, applicationId);
        all.put(StreamsConfig.CLIENT_ID_CONFIG, applicationId + "-" + log.nodeId());
        all.putAll(Connections.to(log));
        all.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, 1);
        all.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, commitInterval.toMillis());
        all.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
        all.put(StreamsConfig.ENABLE_METRICS_PUSH_CONFIG, false);
        if (clients != null) {
            all.put(ApplicationClients.ADMIN, clients.admin());
        }
        clients(all, producerLinger);
        membership(all);
        state(all);
        changelogs(all);
        return all;
    }

    // Nothing is compressed here: batches are of a record or two, and each would cost buffers of
    // 128 KiB.
    private static void clients(Properties all, Duration producerLinger) {
        all.put(StreamsConfig.POLL_MS_CONFIG, POLL.toMillis());
        all.putIfAbsent(StreamsConfig.METADATA_MAX_AGE_CONFIG, 30_000L);
        all.putIfAbsent(StreamsConfig.CONNECTIONS_MAX_IDLE_MS_CONFIG, -1L);
        all.put(
                StreamsConfig.mainConsumerPrefix(ConsumerConfig.FETCH_MAX_BYTES_CONFIG),
                FETCH_BYTES_MAX);
        all.put(
                StreamsConfig.producerPrefix(ProducerConfig.LINGER_MS_CONFIG),
                producerLinger.toMillis());
        all.put(
                StreamsConfig.producerPrefix(ProducerConfig.BUFFER_MEMORY_CONFIG),
                HeapBounds.PRODUCER);
    }

    /** A process that is started again under its name takes its old place at once, without a rebalance. */
    private void membership(Properties all) {
        all.put(
                StreamsConfig.mainConsumerPrefix(CommonClientConfigs.GROUP_INSTANCE_ID_CONFIG),
                log.nodeId());
        sessionTimeout(all, SESSION_TIMEOUT);
        all.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, log.replicationFactor() > 1 ? 1 : 0);
        all.put(StreamsConfig.ACCEPTABLE_RECOVERY_LAG_CONFIG, 10_000L);
        all.put(StreamsConfig.PROBING_REBALANCE_INTERVAL_MS_CONFIG, PROBING.toMillis());
        if (applicationServer != null) {
            all.put(StreamsConfig.APPLICATION_SERVER_CONFIG, applicationServer);
        }
    }

    private void sessionTimeout(Properties all, Duration timeout) {
        int heartbeats = log.replicationFactor() > 1 ? HEARTBEATS_IN_A_CLUSTER : HEARTBEATS_ALONE;
        all.put(
                StreamsConfig.mainConsumerPrefix(CommonClientConfigs.SESSION_TIMEOUT_MS_CONFIG),
                (int) timeout.toMillis());
        all.put(
                StreamsConfig.mainConsumerPrefix(CommonClientConfigs.HEARTBEAT_INTERVAL_MS_CONFIG),
                (int) timeout.toMillis() / heartbeats);
    }

    private void state(Properties all) {
        all.put(StreamsConfig.STATE_DIR_CONFIG, stateDir.toAbsolutePath().toString());
        all.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0L);
        all.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, SharedStoreMemory.class);
        all.put(SharedStoreMemory.MEMORY, memory);
        all.put(DeadLetterHandler.PARTITIONS, log.partitions());
    }

    private void changelogs(Properties all) {
        all.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, log.replicationFactor());
        topic(all, TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, log.minInSyncReplicas());
        topic(all, TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG, false);
        topic(all, TopicConfig.SEGMENT_MS_CONFIG, CHANGELOG_SEGMENT.toMillis());
        topic(all, TopicConfig.SEGMENT_BYTES_CONFIG, CHANGELOG_SEGMENT_BYTES);
        topic(all, TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG, 0.2);
        topic(
                all,
                TopicConfig.DELETE_RETENTION_MS_CONFIG,
                TransactionalStores.DELETIONS_KEPT.toMillis());
        // A change that is made by a timer has the time of this node, which no broker is to refuse.
        topic(all, TopicConfig.MESSAGE_TIMESTAMP_BEFORE_MAX_MS_CONFIG, Long.MAX_VALUE);
        topic(all, TopicConfig.MESSAGE_TIMESTAMP_AFTER_MAX_MS_CONFIG, Long.MAX_VALUE);
        if (log.durability() == Durability.FSYNC) {
            topic(all, TopicConfig.FLUSH_MESSAGES_INTERVAL_CONFIG, 1);
        }
    }

    private static void topic(Properties all, String name, Object value) {
        all.put(StreamsConfig.topicPrefix(name), value.toString());
    }
}
