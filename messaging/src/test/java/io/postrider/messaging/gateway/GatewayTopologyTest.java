package io.postrider.messaging.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.instances.Instance;
import io.postrider.messaging.media.MediaFiles;
import io.postrider.outbound.delivery.Channel;
import io.postrider.platform.offsets.Partitions;
import io.postrider.platform.secrets.ContactSealer;
import io.postrider.platform.secrets.DataKeys;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.platform.secrets.SecretFiles;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.codec.LockedSchemaIds;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.streams.Topology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GatewayTopologyTest {

    /** The topology does not depend on the channel. */
    private static final Channel<Instance> NONE =
            new Channel<>() {
                @Override
                public Optional<Instance> receiver(String lane) {
                    return Optional.empty();
                }

                @Override
                public boolean isOpen(Instance receiver) {
                    return false;
                }

                @Override
                public void attempt(Delivery delivery, Instance receiver, int number) {}

                @Override
                public void ended(Attempt attempt) {}
            };

    /** A change of this file is a change of stored state: it needs a migration or a new application id. */
    @Test
    void theTopologyIsTheOneThatStoredStateBelongsTo(@TempDir Path folder) throws IOException {
        SecretBox box = new SecretBox(new DataKeys(SecretFiles.open(folder)));
        Contacts contacts =
                new Contacts(
                        new ContactDirectory(_ -> null, LockedSchemaIds.shipped()),
                        new ContactSealer(box));
        Topology topology = new Topology();
        GatewayTopology.addTo(
                topology,
                NONE,
                new Secrets(box),
                new MediaFiles(folder.resolve("media"), box),
                new InstanceDirectory(),
                contacts,
                new Partitions(1),
                _ -> CompletableFuture.completedStage(0L),
                LockedSchemaIds.shipped(),
                InstantSource.system());

        assertThat(topology.describe().toString().strip()).isEqualTo(golden().strip());
    }

    private static String golden() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(
                        GatewayTopologyTest.class.getResourceAsStream("topology.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
