package io.postrider.platform.kafka;

import static java.util.stream.Collectors.toMap;
import static org.apache.kafka.common.config.TopicConfig.FLUSH_MESSAGES_INTERVAL_CONFIG;

import io.postrider.schemas.NamePrefix;
import io.postrider.schemas.Topics;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.AlterConfigOp.OpType;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ConfigEntry.ConfigSource;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.ApiException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies the durability to the flush setting of the topics; an operator may change it between two starts.
 *
 * <p>Any other setting is rejected if it is wrong; this one belongs to Postrider.
 */
final class FlushPolicy {

    private static final Logger LOGGER = LoggerFactory.getLogger(FlushPolicy.class);

    /** The topics of the coordinators of groups and transactions. */
    static final List<String> KAFKAS_OWN = List.of("__consumer_offsets", "__transaction_state");

    private static final String MISSING = "missing";
    private static final String STREAMS_PREFIX = NamePrefix.of("postrider-");
    private static final String UNUSED_ID = NamePrefix.of("postrider-provisioning");

    private final KafkaSettings settings;
    private final Admin admin;
    private final TopicConfigReader configs;

    FlushPolicy(KafkaSettings settings, Admin admin, TopicConfigReader configs) {
        this.settings = settings;
        this.admin = admin;
        this.configs = configs;
    }

    /** Brings the flush setting of every topic of record in line, and names those that were not. */
    Set<String> apply() {
        return switch (settings.durability()) {
            case FSYNC -> {
                createKafkasOwn();
                yield alter(unflushed(existing(true)), OpType.SET);
            }
            case REPLICATED -> alter(overridden(existing(false)), OpType.DELETE);
        };
    }

    /** The topics that still are not flushed although the durability demands it. */
    List<ConfigMismatch> check() {
        return switch (settings.durability()) {
            case FSYNC -> findings(existing(true));
            case REPLICATED -> List.of();
        };
    }

    /** Whether the brokers have not created one of their topics yet. */
    static boolean isMissing(ConfigMismatch finding) {
        return KAFKAS_OWN.contains(finding.subject()) && finding.found().equals(MISSING);
    }

    /** Whether this policy brings the setting in line. */
    static boolean isOfFlushes(ConfigMismatch finding) {
        return finding.setting().equals(FLUSH_MESSAGES_INTERVAL_CONFIG);
    }

    private List<ConfigMismatch> findings(Set<String> present) {
        SortedMap<String, String> found = unflushed(present);
        Set<String> wanted = new TreeSet<>(KAFKAS_OWN);
        wanted.removeAll(present);
        wanted.forEach(missing -> found.put(missing, MISSING));
        return found.entrySet().stream()
                .map(topic ->
                        new ConfigMismatch(
                                topic.getKey(),
                                FLUSH_MESSAGES_INTERVAL_CONFIG,
                                topic.getValue(),
                                TopicConfigs.EVERY_APPEND))
                .toList();
    }

    /** Asking for a coordinator makes the brokers create the topic that it keeps its state in. */
    private void createKafkasOwn() {
        var offsets = admin.listConsumerGroupOffsets(UNUSED_ID).partitionsToOffsetAndMetadata();
        var transactions = admin.describeTransactions(List.of(UNUSED_ID)).description(UNUSED_ID);
        for (var reply : List.of(offsets, transactions)) {
            try {
                Replies.await(reply, "who coordinates groups and transactions");
            } catch (ApiException e) {
                // Kafka answers "no such group" and "no such transactional id": the id is not in
                // use.
                LOGGER.atDebug().setCause(e).log("Kafka's own topics were asked for");
            }
        }
    }

    private Set<String> existing(boolean withKafkasOwn) {
        var options = new ListTopicsOptions().listInternal(withKafkasOwn);
        Set<String> names = new TreeSet<>();
        for (String name :
                Replies.await(admin.listTopics(options).names(), "which topics there are")) {
            if (isOfRecord(name)) {
                names.add(name);
            }
        }
        return names;
    }

    private static boolean isOfRecord(String name) {
        boolean streams =
                name.startsWith(STREAMS_PREFIX)
                        && (name.endsWith("-changelog") || name.endsWith("-repartition"));
        return streams
                || KAFKAS_OWN.contains(name)
                || Topics.all().stream()
                        .anyMatch(topic -> topic.record() && topic.name().equals(name));
    }

    private SortedMap<String, String> unflushed(Set<String> topics) {
        return select(topics, flush -> !TopicConfigs.EVERY_APPEND.equals(flush.value()));
    }

    private SortedMap<String, String> overridden(Set<String> topics) {
        return select(topics, flush -> flush.source() == ConfigSource.DYNAMIC_TOPIC_CONFIG);
    }

    private SortedMap<String, String> select(Set<String> topics, Predicate<ConfigEntry> chosen) {
        SortedMap<String, String> selected = new TreeMap<>();
        configs.read(topics)
                .forEach((topic, config) -> {
                    ConfigEntry flush = flush(config);
                    if (chosen.test(flush)) {
                        selected.put(topic, flush.value());
                    }
                });
        return selected;
    }

    private static ConfigEntry flush(Config config) {
        return Objects.requireNonNull(config.get(FLUSH_MESSAGES_INTERVAL_CONFIG));
    }

    private Set<String> alter(Map<String, String> topics, OpType change) {
        if (topics.isEmpty()) {
            return Set.of();
        }
        var operation =
                new AlterConfigOp(
                        new ConfigEntry(FLUSH_MESSAGES_INTERVAL_CONFIG, TopicConfigs.EVERY_APPEND),
                        change);
        Map<ConfigResource, Collection<AlterConfigOp>> operations =
                topics.keySet().stream()
                        .collect(toMap(TopicConfigReader::resource, topic -> List.of(operation)));
        admin.incrementalAlterConfigs(operations)
                .values()
                .forEach((resource, reply) -> {
                    try {
                        Replies.await(reply, "change how " + resource.name() + " is flushed");
                    } catch (KafkaException e) {
                        // The check that follows refuses to start and names the topic.
                        LOGGER.atWarn()
                                .addKeyValue("topic", resource.name())
                                .setCause(e)
                                .log("Kafka rejected the flush settings of a topic");
                    }
                });
        return topics.keySet();
    }
}
