package io.postrider.decider.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.FakeTenants;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.links.LinkCommand.DeleteLink;
import io.postrider.platform.commands.CommandResult.Unavailable;
import io.postrider.platform.disk.DiskLevel;
import io.postrider.platform.kafka.Durability;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.limits.SharedCapacity;
import io.postrider.schemas.CommandHeader;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.Context;
import io.postrider.schemas.DeciderGroup;
import io.postrider.schemas.codec.LockedSchemaIds;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CommandProducerTest {

    @Test
    void theProducerNeverBlocksAndFlushesInGroupsOnlyWhereAnAppendIsADiskFlush() {
        var fsync =
                CommandProducer.config(
                        KafkaSettings.single("b:1", Durability.FSYNC, "n"), DeciderGroup.RESOURCES);
        var replicated =
                CommandProducer.config(
                        KafkaSettings.single("b:1", Durability.REPLICATED, "n"),
                        DeciderGroup.RESOURCES);

        assertThat(fsync)
                .containsEntry("acks", "all")
                .containsEntry("enable.idempotence", true)
                .containsEntry("max.block.ms", 0L)
                .containsEntry("linger.ms", 2L)
                .containsEntry("delivery.timeout.ms", 18_000)
                .containsEntry("request.timeout.ms", 2_000);
        assertThat(replicated).containsEntry("linger.ms", 1L);
    }

    @Test
    void aGatewayThatFindsNoKafkaStartsAllTheSameAndRefusesAtOnce() throws Exception {
        KafkaSettings unreachable = KafkaSettings.single("localhost:1", Durability.FSYNC, "n");
        try (PendingCommands pending =
                        new PendingCommands(
                                new SharedCapacity(1, 1),
                                new CommandReserve(1),
                                Duration.ofSeconds(60));
                var alone =
                        KafkaCommandGateway.connect(
                                unreachable,
                                DeciderGroup.RESOURCES,
                                LockedSchemaIds.shipped(),
                                pending,
                                new FakeTenants(),
                                () -> true,
                                () -> DiskLevel.AMPLE,
                                null)) {
            assertThat(alone.warmUp(Duration.ofMillis(50))).isFalse();

            var settled = alone.send(Context.LINKS, command()).toCompletableFuture();

            assertThat(settled.get(30, TimeUnit.SECONDS))
                    .isEqualTo(new Unavailable("log_unavailable", "Kafka cannot be reached."));
        }
    }

    private static CommandRecord command() {
        return new CommandRecord(
                new CommandHeader(
                        Id.of(IdKind.CMD, new UUID(1, 1)),
                        "link.delete",
                        Instant.parse("2026-03-01T12:00:00Z"),
                        "ws_1",
                        "go.test/a",
                        null,
                        null,
                        null,
                        null,
                        null),
                new DeleteLink("ws_1"));
    }
}
