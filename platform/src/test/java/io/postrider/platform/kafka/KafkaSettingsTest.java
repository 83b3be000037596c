package io.postrider.platform.kafka;

import static io.postrider.platform.kafka.Durability.FSYNC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KafkaSettingsTest {

    @Test
    void oneMachineHasOnePartitionAndOneReplica() {
        KafkaSettings settings = KafkaSettings.single("127.0.0.1:9092", FSYNC, "n1");

        assertThat(settings.partitions()).isEqualTo(1);
        assertThat(settings.withPartitions(4).partitions()).isEqualTo(4);
        assertThat(settings.replicationFactor()).isEqualTo(1);
        assertThat(settings.minInSyncReplicas()).isEqualTo(1);
    }

    @Test
    void aClusterHasTwelvePartitionsAndMayLoseAReplica() {
        KafkaSettings settings = KafkaSettings.cluster("a:9092, b:9092", 3, FSYNC, "n1");

        assertThat(settings.partitions()).isEqualTo(12);
        assertThat(settings.replicationFactor()).isEqualTo(3);
        assertThat(settings.minInSyncReplicas()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "localhost",
                "localhost:",
                "a:9092,",
                "a:9092,b",
                "a:70000",
                "a:0",
                "a b:1"
            })
    void aServerWithoutAPortIsRefused(String servers) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KafkaSettings.single(servers, FSYNC, "n1"))
                .withMessageContaining("'%s'", servers)
                .withMessageContaining("host:port");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 1001})
    void partitionsHaveBounds(int partitions) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new KafkaSettings("a:1", partitions, 1, 1, FSYNC, "n1"))
                .withMessageContaining("partitions of a topic are " + partitions);
    }

    @Test
    void moreInSyncReplicasThanReplicasAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new KafkaSettings("a:1", 4, 2, 3, FSYNC, "n1"))
                .withMessage("min.insync.replicas is 3; it must be 1 to the replication factor, 2");
    }

    @Test
    void aTopicNeedsAReplica() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new KafkaSettings("a:1", 4, 0, 0, FSYNC, "n1"))
                .withMessageContaining("replication factor is 0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a/b", "ä"})
    void aNodeIdIsAName(String nodeId) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KafkaSettings.single("a:1", FSYNC, nodeId))
                .withMessageContaining("node id is '%s'", nodeId);
    }
}
