package io.postrider.webhooks.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.outbound.delivery.Channel;
import io.postrider.outbound.delivery.DeliveryEngine;
import io.postrider.platform.streams.Retries;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.LockedSchemaIds;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.streams.Topology;
import org.junit.jupiter.api.Test;

class DeliveryTopologyTest {

    /** A change of this file is a change of stored state: it needs a migration or a new application id. */
    @Test
    void theTopologyIsTheOneThatStoredStateBelongsTo() throws IOException {
        Topology topology = new Topology();

        Retries.addTo(topology, DeliveryEngine.PROCESSOR);
        DeliveryEngine.addTo(
                topology,
                Topics.DELIVERIES,
                Topics.ATTEMPTS,
                new NoChannel(),
                _ -> CompletableFuture.completedStage(0L),
                LockedSchemaIds.shipped(),
                InstantSource.system());

        assertThat(topology.describe().toString().strip()).isEqualTo(golden().strip());
    }

    /** The topology does not depend on it. */
    private static final class NoChannel implements Channel<WebhookEndpoint> {
        @Override
        public Optional<WebhookEndpoint> receiver(String lane) {
            return Optional.empty();
        }

        @Override
        public boolean isOpen(WebhookEndpoint receiver) {
            return false;
        }

        @Override
        public void attempt(Delivery delivery, WebhookEndpoint receiver, int number) {}

        @Override
        public void ended(Attempt attempt) {}
    }

    private static String golden() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(
                        DeliveryTopologyTest.class.getResourceAsStream("topology.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
