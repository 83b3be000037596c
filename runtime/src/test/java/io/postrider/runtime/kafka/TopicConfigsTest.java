package io.postrider.runtime.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.schemas.Context;
import io.postrider.schemas.Topics;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TopicConfigsTest {

    private static final LogSettings FSYNC =
            LogSettings.cluster("127.0.0.1:1", 3, Durability.FSYNC, "n1");
    private static final LogSettings REPLICATED =
            LogSettings.cluster("127.0.0.1:1", 3, Durability.REPLICATED, "n1");

    @Test
    void eventsAreKeptForEverAndFlushed() {
        assertThat(TopicConfigs.of(Topics.events(Context.LINKS), FSYNC))
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of(
                                "cleanup.policy", "delete",
                                "retention.ms", "-1",
                                "min.insync.replicas", "2",
                                "unclean.leader.election.enable", "false",
                                "flush.messages", "1"));
    }

    @Test
    void commandsExpireByTheBrokersClock() {
        assertThat(TopicConfigs.of(Topics.commands(Context.KEYS), FSYNC))
                .containsEntry("message.timestamp.type", "LogAppendTime")
                .containsEntry("retention.ms", "604800000");
    }

    @Test
    void aDestroyedSecretIsCompactedAwayWithinADay() {
        assertThat(TopicConfigs.of(Topics.SECRETS, FSYNC))
                .containsEntry("cleanup.policy", "compact")
                .containsEntry("segment.ms", "3600000")
                .containsEntry("max.compaction.lag.ms", "86400000")
                .containsEntry("min.cleanable.dirty.ratio", "0.01");
    }

    @Test
    void onlyTopicsOfRecordAreFlushedAndOnlyForFsync() {
        for (var topic : Topics.all()) {
            assertThat(TopicConfigs.of(topic, FSYNC).containsKey("flush.messages"))
                    .as(topic.name())
                    .isEqualTo(topic.record());
            assertThat(TopicConfigs.of(topic, REPLICATED))
                    .as(topic.name())
                    .doesNotContainKey("flush.messages");
        }
    }
}
