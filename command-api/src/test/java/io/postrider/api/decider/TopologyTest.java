package io.postrider.api.decider;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.runtime.kafka.Durability;
import io.postrider.runtime.kafka.LogSettings;
import io.postrider.runtime.streams.StreamsSettings;
import io.postrider.runtime.views.ViewMemory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Properties;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;

class TopologyTest {

    /** A change of this file is a change of stored state: it needs a migration or a new application id. */
    @Test
    void theTopologyIsTheOneThatStoredStateBelongsTo() throws IOException {
        String described =
                new DeciderTopology(
                                DeciderBench.IDS,
                                (_, _, _) -> {},
                                (_, _) -> {},
                                Stores::persistentKeyValueStore)
                        .build()
                        .describe()
                        .toString();

        assertThat(described.strip()).isEqualTo(golden().strip());
    }

    @Test
    void theDeciderCommitsOftenAndNeverWaitsForAnotherTopic() {
        StreamsConfig config = new StreamsConfig(properties(Durability.FSYNC));

        assertThat(config.getLong(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG)).isEqualTo(100);
        assertThat(config.getLong(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG)).isEqualTo(-1);
        assertThat(config.getString(StreamsConfig.PROCESSING_GUARANTEE_CONFIG))
                .isEqualTo(StreamsConfig.EXACTLY_ONCE_V2);
    }

    @Test
    void theProducerLingersSoThatAppendsAreFew() {
        assertThat(properties(Durability.FSYNC)).containsEntry("producer.linger.ms", 100L);
        assertThat(properties(Durability.REPLICATED)).containsEntry("producer.linger.ms", 100L);
    }

    private static Properties properties(Durability durability) {
        try (ViewMemory memory = new ViewMemory(2 << 20, 1 << 20)) {
            return DeciderTopology.properties(
                    new StreamsSettings(
                            LogSettings.single("localhost:1", durability, "node"),
                            Path.of("state"),
                            memory,
                            null));
        }
    }

    private static String golden() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(TopologyTest.class.getResourceAsStream("topology.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
