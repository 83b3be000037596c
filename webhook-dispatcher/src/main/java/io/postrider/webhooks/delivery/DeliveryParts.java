package io.postrider.webhooks.delivery;

import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.outbound.delivery.Channel;
import io.postrider.outbound.delivery.DeliveryEngine;
import io.postrider.outbound.delivery.RetrySchedule;
import io.postrider.outbound.delivery.ServiceParts;
import io.postrider.outbound.egress.TargetPolicy;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.platform.views.commands.ChangeBarrier;
import io.postrider.schemas.Topics;
import io.postrider.webhooks.endpoints.EndpointSecrets;
import io.postrider.webhooks.endpoints.Endpoints;
import io.postrider.webhooks.sending.AttemptSender;
import java.security.SecureRandom;
import java.time.InstantSource;
import org.apache.kafka.streams.Topology;

/** Puts the queue of deliveries together and into a topology. */
public final class DeliveryParts {

    private DeliveryParts() {}

    /** Adds the queue to a topology. */
    public static void addTo(
            Topology topology,
            ServiceParts parts,
            Endpoints endpoints,
            ChangeBarrier barrier,
            SecretBox secrets,
            AttemptSender sender,
            TargetPolicy targets,
            InstantSource clock) {
        SecureRandom random = new SecureRandom();
        Channel<WebhookEndpoint> channel =
                new WebhookChannel(
                        endpoints,
                        barrier,
                        sender,
                        targets,
                        new EndpointSecrets(secrets),
                        new AttemptRecords(
                                new RetrySchedule(RetrySchedule.STANDARD, random), random),
                        parts.attempts(Topics.ATTEMPTS, "webhooks"),
                        new DisableOnGone(
                                parts.producer(),
                                parts.partitions(),
                                parts.ids(),
                                clock,
                                parts.worker()),
                        clock,
                        parts.worker(),
                        parts.traces());
        DeliveryEngine.addTo(
                topology,
                Topics.DELIVERIES,
                Topics.ATTEMPTS,
                channel,
                DeliveryEngine.ends(parts.admin(), Topics.ATTEMPTS),
                parts.ids(),
                clock);
    }
}
