package io.postrider.platform.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.schemas.Context;
import io.postrider.schemas.Topic;
import io.postrider.schemas.Topics;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TopicConfigsTest {

    private static final String ANY_TIME = "9223372036854775807";
    private static final KafkaSettings FSYNC =
            KafkaSettings.cluster("127.0.0.1:1", 3, Durability.FSYNC, "n1");
    private static final KafkaSettings REPLICATED =
            KafkaSettings.cluster("127.0.0.1:1", 3, Durability.REPLICATED, "n1");

    @Test
    void eventsAreKeptForEverAndFlushed() {
        assertThat(TopicConfigs.of(Topics.events(Context.LINKS), FSYNC))
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of(
                                "cleanup.policy", "delete",
                                "retention.ms", "-1",
                                "min.insync.replicas", "2",
                                "unclean.leader.election.enable", "false",
                                "flush.messages", "1",
                                "message.timestamp.type", "CreateTime",
                                "message.timestamp.before.max.ms", ANY_TIME,
                                "message.timestamp.after.max.ms", ANY_TIME));
    }

    /** A topic that is added here is added to the table of the manual too. */
    @Test
    void everyTopicIsKeptForAStatedTime() {
        Map<String, String> days = new TreeMap<>();
        for (Topic topic : Topics.all()) {
            String millis = TopicConfigs.of(topic, FSYNC).getOrDefault("retention.ms", "");
            String kept =
                    millis.equals("-1")
                            ? topic.cleanup().name()
                            : Duration.ofMillis(Long.parseLong(millis)).toString();
            days.merge(
                    topic.name().replaceAll("[.](commands|events|settlements)[.].*", ".$1"),
                    kept,
                    TopicConfigsTest::same);
        }

        assertThat(days)
                .containsExactlyInAnyOrderEntriesOf(
                        Map.ofEntries(
                                Map.entry("postrider.commands", "PT168H"),
                                Map.entry("postrider.events", "DELETE"),
                                Map.entry("postrider.settlements", "PT720H"),
                                Map.entry("postrider.ingest.v1", "PT168H"),
                                Map.entry("postrider.retries.v1", "PT720H"),
                                Map.entry("postrider.sends.v1", "PT720H"),
                                Map.entry("postrider.send-attempts.v1", "PT720H"),
                                Map.entry("postrider.effects.v1", "PT720H"),
                                Map.entry("postrider.effect-attempts.v1", "PT720H"),
                                Map.entry("postrider.turns.v1", "PT168H"),
                                Map.entry("postrider.clicks.raw.v1", "PT168H"),
                                Map.entry("postrider.clicks.v1", "PT2160H"),
                                Map.entry("postrider.listings.v1", "PT720H"),
                                Map.entry("postrider.published.v1", "PT2160H"),
                                Map.entry("postrider.deliveries.v1", "PT720H"),
                                Map.entry("postrider.attempts.v1", "PT720H"),
                                Map.entry("postrider.audit.v1", "PT8760H"),
                                Map.entry("postrider.quotas.v1", "PT1H"),
                                Map.entry("postrider.completions.v1", "PT168H"),
                                Map.entry("postrider.dead-letters.v1", "PT720H"),
                                Map.entry("postrider.secrets.v1", "COMPACT"),
                                Map.entry("postrider.last-seen.v1", "COMPACT")));
    }

    private static String same(String one, String other) {
        assertThat(one).isEqualTo(other);
        return one;
    }

    @Test
    void theAuditIsKeptAsLongAsItsSettingSays() {
        assertThat(TopicConfigs.of(Topics.AUDIT, FSYNC.withAuditRetention(Duration.ofDays(30))))
                .containsEntry("retention.ms", "2592000000");
    }

    @Test
    void commandsExpireByTheBrokersClock() {
        assertThat(TopicConfigs.of(Topics.commands(Context.KEYS), FSYNC))
                .containsEntry("message.timestamp.type", "LogAppendTime")
                .containsEntry("retention.ms", "604800000");
    }

    @Test
    void onlyEventsAndClicksHaveTheTimeThatTheirWriterGivesThem() {
        assertThat(Topics.all())
                .filteredOn(topic ->
                        "CreateTime"
                                .equals(
                                        TopicConfigs.of(topic, FSYNC)
                                                .get("message.timestamp.type")))
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(
                                        Arrays.stream(Context.values()).map(Topics::events),
                                        Stream.of(Topics.CLICKS))
                                .toList());
    }

    @Test
    void noTopicRefusesARecordForItsTime() {
        assertThat(Topics.all())
                .allSatisfy(topic ->
                        assertThat(TopicConfigs.of(topic, REPLICATED))
                                .containsEntry("message.timestamp.before.max.ms", ANY_TIME)
                                .containsEntry("message.timestamp.after.max.ms", ANY_TIME));
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
        assertThat(Topics.all().stream().filter(topic -> !topic.record()))
                .containsExactly(Topics.LAST_SEEN, Topics.QUOTAS);
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
