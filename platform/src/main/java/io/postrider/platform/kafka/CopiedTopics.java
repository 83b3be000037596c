package io.postrider.platform.kafka;

import io.postrider.schemas.Topic;
import io.postrider.schemas.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of topics while another log is copied into them: no record expires, is compacted or gets another time. A start
 * rejects topics in this state, so an incomplete copy cannot be used by mistake.
 */
public final class CopiedTopics {

    private static final Map<String, String> OPEN =
            Map.of(
                    TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE,
                    TopicConfig.RETENTION_MS_CONFIG, TopicConfigs.FOR_EVER,
                    TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "CreateTime");

    private static final Duration SETTLING = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(200);

    private final Admin admin;
    private final TopicConfigReader configs;

    public CopiedTopics(Admin admin) {
        this.admin = admin;
        this.configs = new TopicConfigReader(admin);
    }

    /** The configuration of a topic of the catalogue outside of a copy. */
    public static Map<String, String> configOf(Topic topic, KafkaSettings settings) {
        return TopicConfigs.of(topic, settings);
    }

    /** The configuration of topics that was set for each of them. */
    public Map<String, Map<String, String>> configs(Collection<String> topics) {
        Map<String, Map<String, String>> all = new HashMap<>();
        configs.read(List.copyOf(topics)).forEach((topic, config) -> all.put(topic, set(config)));
        return all;
    }

    private static Map<String, String> set(Config config) {
        Map<String, String> set = new HashMap<>();
        for (ConfigEntry entry : config.entries()) {
            if (entry.source() == ConfigEntry.ConfigSource.DYNAMIC_TOPIC_CONFIG) {
                set.put(entry.name(), entry.value());
            }
        }
        return set;
    }

    /** Begins to copy. */
    public void open(Collection<String> topics) {
        Map<String, Map<String, String>> all = new HashMap<>();
        topics.forEach(topic -> all.put(topic, OPEN));
        alter(all);
    }

    /** Whether a topic is in the state of a copy. */
    public static boolean isOpen(Map<String, String> config) {
        return config.entrySet().containsAll(OPEN.entrySet());
    }

    /**
     * Ends to copy.
     *
     * @param configs what each topic is to have
     */
    public void close(Map<String, Map<String, String>> configs) {
        Map<String, Map<String, String>> all = new HashMap<>();
        configs.forEach((topic, config) -> {
            Map<String, String> after = new HashMap<>();
            OPEN.keySet().forEach(name -> after.put(name, config.get(name)));
            all.put(topic, after);
        });
        alter(all);
    }

    private boolean isShown(Map<String, Map<String, String>> changes) {
        Map<String, Map<String, String>> shown;
        try {
            shown = configs(changes.keySet());
        } catch (LogUnreachableException _) {
            // A topic is created before every broker knows it.
            return false;
        }
        return changes.entrySet().stream()
                .allMatch(change -> {
                    Map<String, String> now = shown.getOrDefault(change.getKey(), Map.of());
                    return change.getValue().entrySet().stream()
                            .allMatch(each ->
                                    Objects.equals(now.get(each.getKey()), each.getValue()));
                });
    }

    /** The configuration of the catalogue, by topic. */
    public static Map<String, Map<String, String>> catalogue(KafkaSettings settings) {
        Map<String, Map<String, String>> all = new HashMap<>();
        Topics.all().forEach(topic -> all.put(topic.name(), configOf(topic, settings)));
        return all;
    }

    /** Waits until the brokers show the changes: a busy one does so later than the controller has accepted them. */
    private void alter(Map<String, Map<String, String>> changes) {
        Map<ConfigResource, Collection<AlterConfigOp>> all = new HashMap<>();
        changes.forEach((topic, config) -> {
            List<AlterConfigOp> operations = new ArrayList<>();
            config.forEach((name, value) -> operations.add(operation(name, value)));
            all.put(new ConfigResource(ConfigResource.Type.TOPIC, topic), operations);
        });
        Replies.await(admin.incrementalAlterConfigs(all).all(), "change the topics of the copy");
        long began = System.nanoTime();
        while (!isShown(changes) && System.nanoTime() - began < SETTLING.toNanos()) {
            Replies.pause(PAUSE);
        }
    }

    private static AlterConfigOp operation(String name, @Nullable String value) {
        return new AlterConfigOp(
                new ConfigEntry(name, value),
                value == null ? AlterConfigOp.OpType.DELETE : AlterConfigOp.OpType.SET);
    }
}
