package io.postrider.standalone.migrate;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import io.postrider.platform.kafka.ClusterInspection;
import io.postrider.platform.kafka.CopiedTopics;
import io.postrider.platform.kafka.Durability;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.kafka.Replies;
import io.postrider.platform.kafka.TopicProvisioner;
import io.postrider.platform.migration.StoreMigration;
import io.postrider.schemas.NamePrefix;
import io.postrider.schemas.Topic;
import io.postrider.schemas.Topics;
import io.postrider.standalone.CommandException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;

/** The topics of the other cluster before, during and after the copy. */
final class TargetLog {

    /** What the text of the progress has room for. */
    private static final int PARTITIONS_MAX = 300;

    /** Belongs to a topic that is not copied; its progress says that the copy equals the source. */
    private static final TopicPartition VERIFIED = new TopicPartition(Topics.RETRIES.name(), 0);

    private final Admin admin;
    private final CopiedTopics copied;
    private final boolean adopts;
    private final Consumer<String> progress;
    private KafkaSettings settings;
    private boolean verified;

    TargetLog(KafkaSettings settings, boolean adopts, Admin admin, Consumer<String> progress) {
        this.settings = settings;
        this.adopts = adopts;
        this.admin = admin;
        this.copied = new CopiedTopics(admin);
        this.progress = progress;
    }

    KafkaSettings settings() {
        return settings;
    }

    /**
     * Prepares the topics for the copy, or those of a run before.
     *
     * @throws CommandException if they have other records, or the run before copied something else
     */
    void prepare(SourceLog source) {
        Set<String> present = present();
        Set<TopicPartition> all = partitions(present);
        Map<TopicPartition, OffsetAndMetadata> stored = Offsets.stored(admin, Progress.GROUP, all);
        if (stored.isEmpty()) {
            requireEmpty(all);
            closeEmpty(present);
            settings = TopicProvisioner.provision(settings, adopts, progress);
            requirePartitions(source);
            createChangelogs(source, present);
            copied.open(configs(source).keySet());
        } else {
            settings = settings.withPartitions(partitions());
            requirePartitions(source);
            stored.forEach((partition, found) ->
                    requireSame(source, partition, Progress.of(found, settings.partitions())));
            verified = stored.containsKey(VERIFIED);
            if (!verified) {
                copied.open(configs(source).keySet());
            }
            progress.accept("continuing a copy that was interrupted");
        }
    }

    private Set<String> present() {
        return Replies.await(admin.listTopics().names(), "which topics there are").stream()
                .filter(NamePrefix::isOurs)
                .collect(toSet());
    }

    private int partitions() {
        String any = Topics.all().getFirst().name();
        TopicDescription description =
                Replies.await(
                                admin.describeTopics(List.of(any)).allTopicNames(),
                                "how many partitions there are")
                        .values()
                        .iterator()
                        .next();
        return description.partitions().size();
    }

    private void requirePartitions(SourceLog source) {
        int partitions = settings.partitions();
        if (partitions < source.partitions() || partitions > PARTITIONS_MAX) {
            throw CommandException.failed(
                    "the topics of the target have %d partitions; they must have %d to %d (POSTRIDER_PARTITIONS)"
                            .formatted(partitions, source.partitions(), PARTITIONS_MAX));
        }
    }

    private Set<TopicPartition> partitions(Set<String> present) {
        Set<TopicPartition> all = new HashSet<>();
        Replies.await(admin.describeTopics(present).allTopicNames(), "which topics there are")
                .forEach((topic, description) ->
                        description
                                .partitions()
                                .forEach(each ->
                                        all.add(new TopicPartition(topic, each.partition()))));
        return all;
    }

    private void requireEmpty(Set<TopicPartition> all) {
        if (all.isEmpty()) {
            return;
        }
        Set<String> filled = filled(all);
        Set<String> standing =
                StorePlan.readers().stream()
                        .filter(group -> !Offsets.committed(admin, group, all).isEmpty())
                        .collect(toSet());
        if (!filled.isEmpty() || !standing.isEmpty()) {
            throw CommandException.failed(
                    "the target has records or positions of an installation: %s; delete its topics and consumer groups that begin with %s, or choose another cluster"
                            .formatted(
                                    String.join(", ", filled.isEmpty() ? standing : filled),
                                    NamePrefix.of("postrider")));
        }
    }

    /** The topics with committed records; a run that ended before its first commit leaves others. */
    private Set<String> filled(Set<TopicPartition> all) {
        Map<TopicPartition, Long> ends = new HashMap<>(Offsets.stable(settings, all));
        ends.values().removeIf(end -> end == 0);
        Set<String> topics = new TreeSet<>();
        try (PatientReader reader = PatientReader.ofAll(settings, ends)) {
            while (topics.isEmpty() && reader.isBehind()) {
                reader.poll().forEach(record -> topics.add(record.topic()));
            }
        }
        return topics;
    }

    /** A run may have ended between the change of the topics and the first record. */
    private void closeEmpty(Set<String> present) {
        Map<String, Map<String, String>> open =
                CopiedTopics.catalogue(settings).entrySet().stream()
                        .filter(each -> present.contains(each.getKey()))
                        .collect(toMap(Map.Entry::getKey, Map.Entry::getValue));
        Map<String, Map<String, String>> now = copied.configs(open.keySet());
        open.keySet().removeIf(topic -> !CopiedTopics.isOpen(now.getOrDefault(topic, Map.of())));
        if (!open.isEmpty()) {
            copied.close(open);
        }
    }

    private static void requireSame(SourceLog source, TopicPartition partition, Progress found) {
        if (!found.source().equals(source.cluster())) {
            throw CommandException.failed(
                    "the target has a part of another source, of the cluster " + found.source());
        }
        if (found.end() != source.end(partition)) {
            throw CommandException.failed(
                    "%s of the source has changed since the copy began; delete the topics and consumer groups of the target that begin with %s, and repeat"
                            .formatted(partition, NamePrefix.of("postrider")));
        }
    }

    /** Changelogs have the configuration with which Kafka Streams made them, except for what differs between clusters. */
    private Map<String, Map<String, String>> changelogs(SourceLog source) {
        Set<String> there =
                source.ends().keySet().stream().map(TopicPartition::topic).collect(toSet());
        List<String> names =
                StorePlan.all().stream()
                        .map(StoreMigration::changelog)
                        .filter(there::contains)
                        .toList();
        Map<String, Map<String, String>> all = new HashMap<>();
        ClusterInspection.asked(
                        source.settings(), () -> new CopiedTopics(source.admin()).configs(names))
                .forEach((topic, config) -> all.put(topic, adapted(config)));
        return all;
    }

    private Map<String, String> adapted(Map<String, String> config) {
        Map<String, String> all = new HashMap<>(config);
        all.put(
                TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG,
                Integer.toString(settings.minInSyncReplicas()));
        if (settings.durability() == Durability.FSYNC) {
            all.put(TopicConfig.FLUSH_MESSAGES_INTERVAL_CONFIG, "1");
        } else {
            all.remove(TopicConfig.FLUSH_MESSAGES_INTERVAL_CONFIG);
        }
        return all;
    }

    private void createChangelogs(SourceLog source, Set<String> present) {
        List<NewTopic> missing = new ArrayList<>();
        changelogs(source)
                .forEach((topic, config) -> {
                    if (!present.contains(topic)) {
                        missing.add(
                                new NewTopic(
                                                topic,
                                                Optional.of(settings.partitions()),
                                                Optional.of((short) settings.replicationFactor()))
                                        .configs(config));
                    }
                });
        Replies.await(admin.createTopics(missing).all(), "create changelogs");
    }

    /** The configuration of all topics behind the copy. */
    private Map<String, Map<String, String>> configs(SourceLog source) {
        Map<String, Map<String, String>> all = new HashMap<>(changelogs(source));
        for (Topic topic : Topics.all()) {
            if (TopicPlan.of(topic).copies()) {
                all.put(topic.name(), CopiedTopics.configOf(topic, settings));
            }
        }
        return all;
    }

    /** Sets the position of an application to the present end of a topic, unless a run before has set it. */
    void place(String application, Topic topic) {
        Set<TopicPartition> all = new HashSet<>();
        for (int number = 0; number < settings.partitions(); number++) {
            all.add(new TopicPartition(topic.name(), number));
        }
        Map<TopicPartition, Long> known = Offsets.committed(admin, application, all);
        Map<TopicPartition, OffsetAndMetadata> missing = new HashMap<>();
        Offsets.latest(admin, all)
                .forEach((partition, end) -> {
                    if (!known.containsKey(partition)) {
                        missing.put(partition, new OffsetAndMetadata(end));
                    }
                });
        if (!missing.isEmpty()) {
            Replies.await(
                    admin.alterConsumerGroupOffsets(application, missing).all(),
                    "set the position of " + application);
        }
    }

    /** Whether this run or one before has compared the copy with the source. */
    boolean isVerified() {
        return verified;
    }

    /** Stores that the copy equals the source: a run that repeats the end must not read topics that are in use. */
    void verified(SourceLog source) {
        Progress at =
                new Progress(
                        0,
                        source.end(VERIFIED),
                        source.cluster(),
                        new Tally(settings.partitions()));
        Replies.await(
                admin.alterConsumerGroupOffsets(Progress.GROUP, Map.of(VERIFIED, at.committed()))
                        .all(),
                "store that the copy is verified");
        verified = true;
    }

    /** Ends the copy: from now on a start accepts the topics. */
    void finish(SourceLog source) {
        copied.close(configs(source));
        var _ = TopicProvisioner.provision(settings, adopts, progress);
    }
}
