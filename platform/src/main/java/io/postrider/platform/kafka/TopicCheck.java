package io.postrider.platform.kafka;

import static java.util.stream.Collectors.toSet;

import io.postrider.schemas.Topic;
import io.postrider.schemas.Topics;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Compares the cluster with the catalogue and the settings, and names everything that differs. */
final class TopicCheck {

    private static final String PARTITIONS = "number of partitions";
    private static final String TRANSACTIONS = "transaction.version";
    private static final int SAFE_TRANSACTIONS = 2;

    private final KafkaSettings settings;
    private final Admin admin;
    private final TopicConfigReader configs;

    TopicCheck(KafkaSettings settings, Admin admin, TopicConfigReader configs) {
        this.settings = settings;
        this.admin = admin;
        this.configs = configs;
    }

    List<ConfigMismatch> findings() {
        List<ConfigMismatch> findings = new ArrayList<>(feature());
        Map<Topic, TopicDescription> present = describe(findings);
        present.forEach((topic, description) -> compareShape(topic, description, findings));
        Map<String, Config> found =
                configs.read(present.keySet().stream().map(Topic::name).toList());
        present.keySet().forEach(topic -> compareConfig(topic, configOf(topic, found), findings));
        return findings;
    }

    /** The number of partitions of the existing topics of the catalogue. */
    Set<Integer> partitionCounts() {
        return describe(new ArrayList<>()).values().stream()
                .map(description -> description.partitions().size())
                .collect(toSet());
    }

    /** The topics that exist with another number of partitions. */
    List<ConfigMismatch> otherPartitions() {
        List<ConfigMismatch> findings = new ArrayList<>();
        describe(new ArrayList<>())
                .forEach((topic, description) -> comparePartitions(topic, description, findings));
        return findings;
    }

    /** Before version 2 of Kafka's transactions a late marker could tear or lose a write. */
    private List<ConfigMismatch> feature() {
        var metadata =
                Replies.await(admin.describeFeatures().featureMetadata(), "which features it has");
        var range = metadata.finalizedFeatures().get(TRANSACTIONS);
        int found = range == null ? 0 : range.maxVersionLevel();
        return found >= SAFE_TRANSACTIONS
                ? List.of()
                : List.of(
                        new ConfigMismatch(
                                "the cluster",
                                TRANSACTIONS,
                                Integer.toString(found),
                                "at least " + SAFE_TRANSACTIONS));
    }

    private Map<Topic, TopicDescription> describe(List<ConfigMismatch> findings) {
        List<Topic> wanted = Topics.all();
        Map<String, KafkaFuture<TopicDescription>> replies =
                admin.describeTopics(wanted.stream().map(Topic::name).toList()).topicNameValues();
        Map<Topic, TopicDescription> present = new LinkedHashMap<>();
        for (Topic topic : wanted) {
            try {
                var reply = replies.get(topic.name());
                if (reply != null) {
                    present.put(topic, Replies.await(reply, "what " + topic + " looks like"));
                }
            } catch (LogUnreachableException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                    throw e;
                }
                findings.add(new ConfigMismatch(topic.name(), "topic", "missing", "created"));
            }
        }
        return present;
    }

    private void comparePartitions(
            Topic topic, TopicDescription description, List<ConfigMismatch> findings) {
        int partitions = description.partitions().size();
        if (partitions != settings.partitions()) {
            findings.add(
                    new ConfigMismatch(
                            topic.name(),
                            PARTITIONS,
                            Integer.toString(partitions),
                            settings.partitions() + " (POSTRIDER_PARTITIONS)"));
        }
    }

    private void compareShape(
            Topic topic, TopicDescription description, List<ConfigMismatch> findings) {
        comparePartitions(topic, description, findings);
        int replicas = fewestReplicas(description);
        if (replicas < settings.replicationFactor()) {
            findings.add(
                    new ConfigMismatch(
                            topic.name(),
                            "replication factor",
                            Integer.toString(replicas),
                            "at least " + settings.replicationFactor()));
        }
    }

    private static int fewestReplicas(TopicDescription description) {
        return description.partitions().stream()
                .map(TopicPartitionInfo::replicas)
                .mapToInt(List::size)
                .min()
                .orElse(0);
    }

    private static Config configOf(Topic topic, Map<String, Config> found) {
        return Objects.requireNonNull(found.get(topic.name()), topic::name);
    }

    private void compareConfig(Topic topic, Config found, List<ConfigMismatch> findings) {
        Map<String, String> required = new TreeMap<>(TopicConfigs.of(topic, settings));
        // Confluent Cloud does not let it be set. It makes compaction earlier;
        // max.compaction.lag.ms bounds how late it is.
        required.remove(TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG);
        required.forEach((setting, expected) -> {
            ConfigEntry entry = found.get(setting);
            String value = entry == null ? "unknown to the broker" : entry.value();
            if (!expected.equals(value)) {
                findings.add(new ConfigMismatch(topic.name(), setting, value, expected));
            }
        });
    }
}
