package io.postrider.dispatch.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.dispatch.endpoints.KnownEndpoints;
import io.postrider.schemas.LockedSchemaIds;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Objects;
import org.apache.kafka.streams.Topology;
import org.junit.jupiter.api.Test;

class DeliveryTopologyTest {

    /** A change of this file is a change of stored state: it needs a migration or a new application id. */
    @Test
    void theTopologyIsTheOneThatStoredStateBelongsTo() throws IOException {
        Topology topology = new Topology();

        DeliveryParts.addTo(
                topology,
                new KnownEndpoints(),
                () -> {},
                (_, _, _) -> {},
                (_, _) -> {},
                LockedSchemaIds.shipped(),
                InstantSource.system());

        assertThat(topology.describe().toString().strip()).isEqualTo(golden().strip());
    }

    private static String golden() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(
                        DeliveryTopologyTest.class.getResourceAsStream("topology.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
