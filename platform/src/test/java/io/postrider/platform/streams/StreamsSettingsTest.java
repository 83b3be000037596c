package io.postrider.platform.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.platform.kafka.Durability;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.views.ProjectionMemory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StreamsSettingsTest {

    private static final Duration COMMIT = Duration.ofMillis(100);
    private static final Duration LINGER = Duration.ofMillis(10);

    private final ProjectionMemory memory = new ProjectionMemory(2 << 20, 1 << 20);

    @AfterEach
    void close() {
        memory.close();
    }

    @Test
    void kafkaAcceptsTheProperties() {
        StreamsConfig exactlyOnce = new StreamsConfig(single(Durability.FSYNC));
        StreamsConfig atLeastOnce =
                new StreamsConfig(
                        settings(Durability.FSYNC, 1, 1)
                                .atLeastOnce("postrider-test", COMMIT, LINGER));

        assertThat(exactlyOnce.getString(StreamsConfig.PROCESSING_GUARANTEE_CONFIG))
                .isEqualTo("exactly_once_v2");
        assertThat(atLeastOnce.getString(StreamsConfig.PROCESSING_GUARANTEE_CONFIG))
                .isEqualTo("at_least_once");
    }

    @Test
    void theProducerUsesTheGivenLingerAndTimeout() {
        var producer = new StreamsConfig(single(Durability.FSYNC)).getProducerConfigs("client");

        assertThat(producer)
                .containsEntry("linger.ms", 10L)
                .containsEntry("transaction.timeout.ms", 15_000);
    }

    @Test
    void aNodeComesBackUnderItsName() {
        var consumer =
                new StreamsConfig(single(Durability.FSYNC))
                        .getMainConsumerConfigs("group", "client", 1);
        var restore =
                new StreamsConfig(single(Durability.FSYNC)).getRestoreConsumerConfigs("client");

        assertThat(consumer)
                .containsEntry("group.instance.id", "node-a-1")
                .containsEntry("session.timeout.ms", 10_000);
        assertThat(restore).doesNotContainKey("group.instance.id");
    }

    @Test
    void changelogsAreFlushedOnlyWhereDurabilityIsFsync() {
        assertThat(single(Durability.FSYNC)).containsEntry("topic.flush.messages", "1");
        assertThat(single(Durability.REPLICATED)).doesNotContainKey("topic.flush.messages");
    }

    @Test
    void noChangelogRefusesAChangeForTheClockOfItsNode() {
        assertThat(single(Durability.FSYNC))
                .containsEntry("topic.message.timestamp.before.max.ms", "9223372036854775807")
                .containsEntry("topic.message.timestamp.after.max.ms", "9223372036854775807");
    }

    @Test
    void aClusterGetsReplicasAndAStandby() {
        Properties cluster =
                settings(Durability.REPLICATED, 3, 2).exactlyOnce("postrider-test", COMMIT, LINGER);

        assertThat(cluster)
                .containsEntry("replication.factor", 3)
                .containsEntry("topic.min.insync.replicas", "2")
                .containsEntry("num.standby.replicas", 1);
        assertThat(single(Durability.REPLICATED)).containsEntry("num.standby.replicas", 0);
    }

    @Test
    void anApplicationOutsideTheNameSpaceIsRefused() {
        assertThatThrownBy(() ->
                        settings(Durability.FSYNC, 1, 1).exactlyOnce("decider", COMMIT, LINGER))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("decider");
    }

    private Properties single(Durability durability) {
        return settings(durability, 1, 1).exactlyOnce("postrider-test", COMMIT, LINGER);
    }

    private StreamsSettings settings(Durability durability, int replicas, int inSync) {
        return new StreamsSettings(
                new KafkaSettings("localhost:9092", 4, replicas, inSync, durability, "node-a"),
                Path.of("state"),
                memory,
                null);
    }
}
