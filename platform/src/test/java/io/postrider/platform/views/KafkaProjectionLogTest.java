package io.postrider.platform.views;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class KafkaProjectionLogTest {

    @Test
    void requiredConsumerSettingsOverrideGivenOnes() {
        KafkaProjectionLog log =
                new KafkaProjectionLog(
                        "links",
                        Map.of(
                                "bootstrap.servers", "localhost:9092",
                                "security.protocol", "PLAINTEXT",
                                "group.id", "someone",
                                "isolation.level", "read_uncommitted",
                                "auto.offset.reset", "latest",
                                "enable.auto.commit", true));

        assertThat(log.consumerSettings())
                .containsEntry("bootstrap.servers", "localhost:9092")
                .containsEntry("security.protocol", "PLAINTEXT")
                .containsEntry("isolation.level", "read_committed")
                .containsEntry("auto.offset.reset", "none")
                .containsEntry("enable.auto.commit", false)
                .containsEntry("allow.auto.create.topics", false)
                .doesNotContainKey("group.id");
    }
}
