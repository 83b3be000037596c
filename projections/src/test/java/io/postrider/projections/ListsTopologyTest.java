package io.postrider.projections;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.platform.views.ProjectionMemory;
import io.postrider.platform.views.source.SourceStores;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.streams.Topology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ListsTopologyTest {

    @TempDir Path folder;

    /** Each store is in the group of its topic, and has no changelog of its own. */
    @Test
    void theTopologyIsTheOneThatStoredStateBelongsTo() throws Exception {
        try (TestModels models = TestModels.open(folder);
                ProjectionMemory memory = new ProjectionMemory(2 << 20, 1 << 20);
                SourceStores stores =
                        new SourceStores(
                                folder.resolve("lists"),
                                memory,
                                Map.of("bootstrap.servers", "localhost:1"))) {
            Topology topology = new Topology();
            stores.addTo(topology, models.listViews());
            String described = topology.describe().toString().strip();

            assertThat(described).isEqualTo(golden().strip());
        }
    }

    private static String golden() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(
                        ListsTopologyTest.class.getResourceAsStream("lists-topology.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
