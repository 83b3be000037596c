package io.postrider.webhooks.delivery;

import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.outbound.delivery.Channel;
import io.postrider.outbound.delivery.DeliveryEngine;
import io.postrider.outbound.delivery.KafkaAttemptLog;
import io.postrider.outbound.delivery.RetrySchedule;
import io.postrider.outbound.egress.TargetPolicy;
import io.postrider.platform.offsets.Partitions;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.platform.views.commands.ChangeBarrier;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.webhooks.endpoints.Endpoints;
import io.postrider.webhooks.sending.AttemptSender;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.concurrent.ScheduledExecutorService;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.streams.Topology;

/** Puts the queue of deliveries together and into a topology. */
public final class DeliveryParts {

    private DeliveryParts() {}

    /**
     * Adds the queue to a topology.
     *
     * @param producer of attempt records and of commands
     * @param worker where that producer is called
     */
    public static void addTo(
            Topology topology,
            Endpoints endpoints,
            ChangeBarrier freshness,
            SecretBox secrets,
            AttemptSender sender,
            TargetPolicy targets,
            Producer<byte[], byte[]> producer,
            Partitions partitions,
            SchemaIds ids,
            InstantSource clock,
            ScheduledExecutorService worker) {
        SecureRandom random = new SecureRandom();
        Channel<WebhookEndpoint> channel =
                new WebhookChannel(
                        endpoints,
                        freshness,
                        sender,
                        targets,
                        secrets,
                        new AttemptRecords(
                                new RetrySchedule(RetrySchedule.STANDARD, random), random),
                        new KafkaAttemptLog(Topics.ATTEMPTS, producer, partitions, ids, worker),
                        new DisableOnGone(producer, partitions, ids, clock, worker),
                        clock,
                        worker);
        addTo(topology, channel, ids, clock);
    }

    static void addTo(
            Topology topology,
            Channel<WebhookEndpoint> channel,
            SchemaIds ids,
            InstantSource clock) {
        DeliveryEngine.addTo(topology, Topics.DELIVERIES, Topics.ATTEMPTS, channel, ids, clock);
    }
}
