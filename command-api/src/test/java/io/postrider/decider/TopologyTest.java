package io.postrider.decider;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.platform.kafka.Durability;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.meters.FullestPart;
import io.postrider.platform.streams.StreamsSettings;
import io.postrider.platform.views.ProjectionMemory;
import io.postrider.schemas.Context;
import io.postrider.schemas.DeciderGroup;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Properties;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TopologyTest {

    /** A change of these files is a change of stored state: it needs a migration or a new application id. */
    @ParameterizedTest
    @EnumSource
    void theTopologyIsTheOneThatStoredStateBelongsTo(DeciderGroup group) throws IOException {
        Topology topology = new Topology();
        new DeciderTopology(
                        group.contexts(),
                        DeciderHarness.IDS,
                        (_, _, _) -> {},
                        (_, _, _) -> true,
                        Stores::persistentKeyValueStore,
                        _ -> {},
                        _ -> {},
                        new FullestPart())
                .addTo(topology);

        assertThat(topology.describe().toString().strip()).isEqualTo(golden(group).strip());
    }

    @Test
    void eachContextIsDecidedByOneGroup() {
        assertThat(DeciderGroup.values())
                .flatExtracting(DeciderGroup::contexts)
                .containsExactlyInAnyOrder(Context.values());
        assertThat(Context.KEYS.group()).isEqualTo(DeciderGroup.IDENTITY);
        assertThat(Context.LINKS.group()).isEqualTo(DeciderGroup.RESOURCES);
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
        try (ProjectionMemory memory = new ProjectionMemory(2 << 20, 1 << 20)) {
            return DeciderTopology.properties(
                    new StreamsSettings(
                            KafkaSettings.single("localhost:1", durability, "node"),
                            Path.of("state"),
                            memory,
                            null),
                    DeciderGroup.RESOURCES.application(),
                    DeciderTopology.COMMIT_INTERVAL);
        }
    }

    private static String golden(DeciderGroup group) throws IOException {
        String file = group.application() + ".txt";
        try (InputStream in =
                Objects.requireNonNull(TopologyTest.class.getResourceAsStream(file))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
