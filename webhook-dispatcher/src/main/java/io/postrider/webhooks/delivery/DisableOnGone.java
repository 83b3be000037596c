package io.postrider.webhooks.delivery;

import io.postrider.domain.webhooks.WebhookCommand.DisableWebhook;
import io.postrider.platform.offsets.Partitions;
import io.postrider.platform.offsets.SystemCommands;
import io.postrider.platform.traces.LogFields;
import io.postrider.schemas.Context;
import io.postrider.schemas.codec.SchemaIds;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Disables the endpoint of a receiver that is gone, by the same command that a caller would send. */
final class DisableOnGone {

    private static final Logger LOGGER = LoggerFactory.getLogger(DisableOnGone.class);
    private static final String REASON = "receiver_gone";

    private final Producer<byte[], byte[]> producer;
    private final Partitions partitions;
    private final SystemCommands commands;
    private final Executor worker;

    DisableOnGone(
            Producer<byte[], byte[]> producer,
            Partitions partitions,
            SchemaIds ids,
            InstantSource clock,
            Executor worker) {
        this.producer = producer;
        this.partitions = partitions;
        this.commands = new SystemCommands("webhook-dispatcher", Context.WEBHOOKS, ids, clock);
        this.worker = worker;
    }

    void report(String workspace, String endpoint) {
        worker.execute(() -> send(workspace, endpoint));
    }

    private void send(String workspace, String endpoint) {
        var _ =
                producer.send(
                        new ProducerRecord<>(
                                Context.WEBHOOKS.commands().name(),
                                partitions.of(endpoint),
                                endpoint.getBytes(StandardCharsets.US_ASCII),
                                commands.value(
                                        workspace,
                                        endpoint,
                                        new DisableWebhook(workspace, REASON))),
                        (_, error) -> {
                            if (error != null) {
                                LOGGER.atError()
                                        .addKeyValue(LogFields.WORKSPACE, workspace)
                                        .addKeyValue("endpoint", endpoint)
                                        .addKeyValue("exception", error.getClass().getName())
                                        .log(
                                                "A webhook whose receiver responded with 410 could not be disabled");
                            }
                        });
    }
}
