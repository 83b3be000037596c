package io.postrider.dispatch.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.dispatch.endpoints.Endpoints;
import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.schemas.LockedSchemaIds;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.streams.Topology;
import org.junit.jupiter.api.Test;

class DeliveryTopologyTest {

    /** A change of this file is a change of stored state: it needs a migration or a new application id. */
    @Test
    void theTopologyIsTheOneThatStoredStateBelongsTo() throws IOException {
        Topology topology = new Topology();

        DeliveryParts.addTo(
                topology,
                new NoEndpoints(),
                (_, _, _) -> {},
                (_, _) -> {},
                LockedSchemaIds.shipped(),
                InstantSource.system());

        assertThat(topology.describe().toString().strip()).isEqualTo(golden().strip());
    }

    private record NoEndpoints() implements Endpoints {

        @Override
        public Optional<WebhookEndpoint> byId(String id) {
            return Optional.empty();
        }

        @Override
        public List<WebhookEndpoint> ofWorkspace(String workspace) {
            return List.of();
        }
    }

    private static String golden() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(
                        DeliveryTopologyTest.class.getResourceAsStream("topology.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
