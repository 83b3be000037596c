package io.postrider.platform.kafka;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import io.postrider.schemas.Topic;
import io.postrider.schemas.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.RetriableException;

/** Inspects a cluster as a start checks it, without creating or changing anything. */
public final class ClusterInspection implements AutoCloseable {

    /** What a start brings in line by itself. */
    private static final Set<String> CORRECTED =
            Set.of(TopicConfig.FLUSH_MESSAGES_INTERVAL_CONFIG, "topic");

    private final KafkaSettings settings;
    private final Admin admin;

    private ClusterInspection(KafkaSettings settings, Admin admin) {
        this.settings = settings;
        this.admin = admin;
    }

    /**
     * Opens a client.
     *
     * @throws LogRejectedException if there can be none
     */
    public static ClusterInspection open(KafkaSettings settings) {
        return new ClusterInspection(
                settings, ClusterStartupWait.connect(settings, "postrider-doctor"));
    }

    /**
     * The number of brokers, which are enough for the replication factor.
     *
     * @param patience maximum time to wait for them
     * @throws LogUnreachableException if they do not answer, or are too few
     * @throws LogRejectedException if they reject the client
     */
    public int brokers(Duration patience) {
        return asked(() -> {
            new ClusterStartupWait(settings, admin, patience, System::nanoTime, _ -> {}).await();
            return Replies.await(admin.describeCluster().nodes(), "which brokers are there").size();
        });
    }

    /** The finalized {@code metadata.version}, which names the version of the brokers' protocol; 0 if it is unknown. */
    public int metadataVersion() {
        var features =
                asked(() ->
                        Replies.await(
                                admin.describeFeatures().featureMetadata(),
                                "which features it has"));
        var version = features.finalizedFeatures().get("metadata.version");
        return version == null ? 0 : version.maxVersionLevel();
    }

    /** All topics that this client may see, those of Kafka itself included. */
    public Set<String> topics() {
        return asked(() ->
                Replies.await(
                        admin.listTopics(new ListTopicsOptions().listInternal(true)).names(),
                        "which topics there are"));
    }

    /**
     * What a start would reject. Missing topics and what a start corrects are not among it.
     *
     * @param adopts whether the existing topics decide the number of partitions
     */
    public List<ConfigMismatch> mismatches(boolean adopts) {
        return asked(() -> {
            TopicConfigReader configs = new TopicConfigReader(admin);
            TopicCheck check = new TopicCheck(settings, admin, configs);
            Set<Integer> counts = adopts ? check.partitionCounts() : Set.of();
            if (counts.size() == 1) {
                KafkaSettings adopted = settings.withPartitions(counts.iterator().next());
                check = new TopicCheck(adopted, admin, configs);
            }
            return check.findings().stream().filter(found -> !isCorrected(found)).toList();
        });
    }

    private static boolean isCorrected(ConfigMismatch found) {
        return CORRECTED.contains(found.setting())
                || (found.subject().equals(Topics.AUDIT.name())
                        && found.setting().equals(TopicConfig.RETENTION_MS_CONFIG));
    }

    /**
     * The permissions that descriptions show to be missing, each as an operation and its resource.
     *
     * @param topics the existing ones
     */
    public List<String> denied(Set<String> topics) {
        return asked(() -> new AccessCheck(settings, admin).missingOf(topics));
    }

    /**
     * The latest time by a broker's clock at which a record was appended; empty without such records.
     *
     * @param topics the existing ones
     */
    public Optional<Instant> newestAppend(Set<String> topics) {
        Set<String> stamped =
                Topics.all().stream()
                        .filter(topic -> topics.contains(topic.name()))
                        .filter(TopicConfigs::isStampedByBroker)
                        .map(Topic::name)
                        .collect(toSet());
        return asked(() -> {
            Map<TopicPartition, OffsetSpec> newest =
                    Replies.await(
                                    admin.describeTopics(stamped).allTopicNames(),
                                    "which partitions there are")
                            .values()
                            .stream()
                            .flatMap(topic ->
                                    topic.partitions().stream()
                                            .map(part ->
                                                    new TopicPartition(
                                                            topic.name(), part.partition())))
                            .collect(toMap(partition -> partition, _ -> OffsetSpec.maxTimestamp()));
            return Replies.await(admin.listOffsets(newest).all(), "when records were appended")
                    .values()
                    .stream()
                    .map(ListOffsetsResultInfo::timestamp)
                    .filter(millis -> millis > 0)
                    .max(Long::compare)
                    .map(Instant::ofEpochMilli);
        });
    }

    /** As {@link #asked(KafkaSettings, Supplier)} of this cluster. */
    public <T> T asked(Supplier<T> requests) {
        return asked(settings, requests);
    }

    /**
     * The result of requests of any client of a cluster; each message names the brokers.
     *
     * @throws LogUnreachableException if they do not answer, or a later try may succeed
     * @throws LogRejectedException if they reject a request
     */
    public static <T> T asked(KafkaSettings settings, Supplier<T> requests) {
        try {
            return requests.get();
        } catch (LogUnreachableException e) {
            throw new Rejections(settings).unreachable(e);
        } catch (RetriableException e) {
            throw new LogUnreachableException(
                    "Kafka at %s did not complete a request: %s"
                            .formatted(settings.bootstrapServers(), e.getMessage()),
                    e);
        } catch (KafkaException e) {
            throw new Rejections(settings).rejected(e);
        }
    }

    /** The same without an answer. */
    public static void asked(KafkaSettings settings, Runnable work) {
        Object _ =
                asked(
                        settings,
                        () -> {
                            work.run();
                            return settings;
                        });
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(1));
    }
}
