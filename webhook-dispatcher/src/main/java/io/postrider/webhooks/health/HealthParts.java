package io.postrider.webhooks.health;

import io.postrider.outbound.delivery.DeliveryEngine;
import io.postrider.platform.limits.HeapBounds;
import io.postrider.platform.offsets.Partitions;
import io.postrider.platform.offsets.SystemCommands;
import io.postrider.platform.streams.GuardedProcessor;
import io.postrider.platform.streams.Retries;
import io.postrider.platform.streams.RoutedSink;
import io.postrider.schemas.Context;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.webhooks.endpoints.Endpoints;
import java.time.InstantSource;
import org.apache.kafka.streams.Topology;

/** Puts the counting of attempts together and into a topology. */
public final class HealthParts {

    /** The name of the processor. */
    public static final String PROCESSOR = "health";

    static final String COMMANDS = "health-commands";
    static final String EVENTS = "health-events";

    private HealthParts() {}

    /** Adds the counting to a topology with {@link DeliveryEngine} and {@link Retries} for it. */
    public static void addTo(
            Topology topology,
            Endpoints endpoints,
            Partitions partitions,
            SchemaIds ids,
            InstantSource clock) {
        SystemCommands commands =
                new SystemCommands("webhook-dispatcher", Context.WEBHOOKS, ids, clock);
        GuardedProcessor.addTo(
                topology,
                PROCESSOR,
                () -> new HealthProcessor(endpoints, commands, ids, clock),
                DeliveryEngine.SOURCE,
                Retries.NAME);
        topology.addStateStore(
                DeliveryEngine.writtenBehind(
                        HealthProcessor.STORE, HeapBounds.UNCOMMITTED_DELIVERIES / 8),
                PROCESSOR);
        RoutedSink.addTo(
                topology, COMMANDS, Context.WEBHOOKS.commands().name(), partitions, PROCESSOR);
        RoutedSink.addTo(topology, EVENTS, Topics.PUBLISHED.name(), partitions, PROCESSOR);
    }
}
