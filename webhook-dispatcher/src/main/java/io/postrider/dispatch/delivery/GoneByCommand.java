package io.postrider.dispatch.delivery;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Uuids;
import io.postrider.domain.webhooks.WebhookCommand.DisableWebhook;
import io.postrider.runtime.log.Partitions;
import io.postrider.schemas.Actor;
import io.postrider.schemas.CommandCodec;
import io.postrider.schemas.CommandHeader;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.Context;
import io.postrider.schemas.SchemaIds;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Executor;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Disables the endpoint of a receiver that is gone, by the same command that a caller would send. */
final class GoneByCommand {

    private static final Logger LOGGER = LoggerFactory.getLogger(GoneByCommand.class);
    private static final String REASON = "receiver_gone";

    private final Producer<byte[], byte[]> producer;
    private final Partitions partitions;
    private final CommandCodec codec;
    private final InstantSource clock;
    private final SecureRandom random = new SecureRandom();
    private final Executor worker;

    GoneByCommand(
            Producer<byte[], byte[]> producer,
            Partitions partitions,
            SchemaIds ids,
            InstantSource clock,
            Executor worker) {
        this.producer = producer;
        this.partitions = partitions;
        this.codec = CommandCodec.of(Context.WEBHOOKS, ids);
        this.clock = clock;
        this.worker = worker;
    }

    void report(String workspace, String endpoint) {
        worker.execute(() -> send(workspace, endpoint));
    }

    private void send(String workspace, String endpoint) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        byte[] bits = new byte[Uuids.RANDOM_BYTES];
        random.nextBytes(bits);
        DisableWebhook command = new DisableWebhook(workspace, REASON);
        CommandHeader header =
                new CommandHeader(
                        Id.of(IdKind.CMD, Uuids.v7(now, bits)),
                        codec.typeOf(command),
                        now,
                        workspace,
                        endpoint,
                        Actor.system("webhook-dispatcher"),
                        null,
                        null,
                        null,
                        null);
        var _ =
                producer.send(
                        new ProducerRecord<>(
                                Context.WEBHOOKS.commands().name(),
                                partitions.of(endpoint),
                                endpoint.getBytes(StandardCharsets.US_ASCII),
                                codec.encode(new CommandRecord(header, command))),
                        (_, error) -> {
                            if (error != null) {
                                LOGGER.atError()
                                        .addKeyValue("endpoint", endpoint)
                                        .addKeyValue("error", error.toString())
                                        .log("A gone receiver could not be disabled");
                            }
                        });
    }
}
