package io.postrider.runtime.kafka;

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

    // The active segment is never compacted, so these bound how long a destroyed key stays
    // readable.
    private static final Duration COMPACTED_SEGMENT = Duration.ofHours(1);
    private static final Duration COMPACTION_LAG = Duration.ofDays(1);
    private static final String DIRTY_RATIO = "0.01";

    private TopicConfigs() {}

    static Map<String, String> of(Topic topic, LogSettings settings) {
        Map<String, String> config = new TreeMap<>(kept(topic, retention(topic, settings)));
        config.put(
                TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG,
                Integer.toString(settings.minInSyncReplicas()));
        config.put(TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG, "false");
        if (topic.record() && settings.durability() == Durability.FSYNC) {
            config.put(TopicConfig.FLUSH_MESSAGES_INTERVAL_CONFIG, EVERY_APPEND);
        }
        if (isCommands(topic)) {
            // A caller's clock must not decide when its command expires.
            config.put(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "LogAppendTime");
        }
        return config;
    }

    private static @Nullable Duration retention(Topic topic, LogSettings settings) {
        return topic.equals(Topics.AUDIT) ? settings.auditRetention() : topic.retention();
    }

    private static Map<String, String> kept(Topic topic, @Nullable Duration retention) {
        String policy = topic.cleanup().name().toLowerCase(Locale.ROOT);
        String millis = retention == null ? FOR_EVER : Long.toString(retention.toMillis());
        return switch (topic.cleanup()) {
            case DELETE ->
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

    private static boolean isCommands(Topic topic) {
        return Arrays.stream(Context.values()).map(Topics::commands).anyMatch(topic::equals);
    }
}
