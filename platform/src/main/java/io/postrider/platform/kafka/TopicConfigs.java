package io.postrider.platform.kafka;

import io.postrider.schemas.Context;
import io.postrider.schemas.Topic;
import io.postrider.schemas.Topics;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.config.TopicConfig;
import org.jspecify.annotations.Nullable;

/** The Kafka configuration that a topic of the catalogue is created with and checked against. */
final class TopicConfigs {

    static final String FOR_EVER = "-1";
    static final String EVERY_APPEND = "1";

    /**
     * Maximum difference of a record's time from the broker's. A broker that rejects a record for its time stops the writer
     * permanently, since a repetition does not help. Times are therefore checked before records are written.
     */
    private static final String ANY_TIME = Long.toString(Long.MAX_VALUE);

    private static final String BY_APPEND = "LogAppendTime";
    private static final String BY_RECORD = "CreateTime";

    // The active segment is never compacted, so these bound how long a destroyed key stays
    // readable.
    private static final Duration COMPACTED_SEGMENT = Duration.ofHours(1);
    private static final Duration COMPACTION_LAG = Duration.ofDays(1);
    private static final String DIRTY_RATIO = "0.01";

    private TopicConfigs() {}

    static Map<String, String> of(Topic topic, KafkaSettings settings) {
        Map<String, String> config = new TreeMap<>(kept(topic, retention(topic, settings)));
        config.put(
                TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG,
                Integer.toString(settings.minInSyncReplicas()));
        config.put(TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG, "false");
        if (topic.record() && settings.durability() == Durability.FSYNC) {
            config.put(TopicConfig.FLUSH_MESSAGES_INTERVAL_CONFIG, EVERY_APPEND);
        }
        config.putAll(times(topic));
        return config;
    }

    /** Only events keep the time of their writer; all other records expire and are compacted by the time of their append. */
    private static Map<String, String> times(Topic topic) {
        return Map.of(
                TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG,
                        isOfEvents(topic) ? BY_RECORD : BY_APPEND,
                TopicConfig.MESSAGE_TIMESTAMP_BEFORE_MAX_MS_CONFIG, ANY_TIME,
                TopicConfig.MESSAGE_TIMESTAMP_AFTER_MAX_MS_CONFIG, ANY_TIME);
    }

    /** Whether the times of a topic's records are those of the brokers' clocks. */
    static boolean isStampedByBroker(Topic topic) {
        return !isOfEvents(topic);
    }

    private static @Nullable Duration retention(Topic topic, KafkaSettings settings) {
        return topic.equals(Topics.AUDIT) ? settings.auditRetention() : topic.retention();
    }

    private static Map<String, String> kept(Topic topic, @Nullable Duration retention) {
        String policy = topic.cleanup().name().toLowerCase(Locale.ROOT).replace('_', ',');
        String millis = retention == null ? FOR_EVER : Long.toString(retention.toMillis());
        return switch (topic.cleanup()) {
            case DELETE, COMPACT_DELETE ->
                    Map.of(
                            TopicConfig.CLEANUP_POLICY_CONFIG, policy,
                            TopicConfig.RETENTION_MS_CONFIG, millis);
            case COMPACT ->
                    Map.of(
                            TopicConfig.CLEANUP_POLICY_CONFIG, policy,
                            TopicConfig.RETENTION_MS_CONFIG, millis,
                            TopicConfig.SEGMENT_MS_CONFIG,
                                    Long.toString(COMPACTED_SEGMENT.toMillis()),
                            TopicConfig.MAX_COMPACTION_LAG_MS_CONFIG,
                                    Long.toString(COMPACTION_LAG.toMillis()),
                            TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG, DIRTY_RATIO);
        };
    }

    /** Their readers find in the time of a record when it happened. */
    private static boolean isOfEvents(Topic topic) {
        return topic.equals(Topics.CLICKS)
                || Arrays.stream(Context.values()).map(Topics::events).anyMatch(topic::equals);
    }
}
