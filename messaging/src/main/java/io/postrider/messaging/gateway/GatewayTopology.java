package io.postrider.messaging.gateway;

import io.postrider.domain.instances.Instance;
import io.postrider.messaging.media.MediaFiles;
import io.postrider.outbound.delivery.Channel;
import io.postrider.outbound.delivery.DeliveryEngine;
import io.postrider.platform.offsets.Partitions;
import io.postrider.platform.offsets.SystemCommands;
import io.postrider.platform.streams.GuardedProcessor;
import io.postrider.platform.streams.Retries;
import io.postrider.platform.streams.RoutedSink;
import io.postrider.schemas.Context;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.SchemaIds;
import java.time.InstantSource;
import java.util.concurrent.CompletionStage;
import java.util.function.IntFunction;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.Topology;

/**
 * The topology of the gateway: accepted messages to the queue of their instance, outcomes and calls of providers to commands.
 * Records are handled at least once; the decider takes each receipt and each message once.
 */
final class GatewayTopology {

    static final String SENDS = "sends";
    static final String COMMANDS = "commands";
    static final String INSTANCE_COMMANDS = "instance-commands";
    static final String PASSED_ON = "passed-on";

    private GatewayTopology() {}

    static void addTo(
            Topology topology,
            Channel<Instance> channel,
            Secrets secrets,
            MediaFiles files,
            InstanceDirectory instances,
            Contacts contacts,
            Partitions partitions,
            IntFunction<CompletionStage<Long>> attemptEnds,
            SchemaIds ids,
            InstantSource clock) {
        SystemCommands commands =
                new SystemCommands("channel-gateway", Context.MESSAGES, ids, clock);
        SystemCommands ofInstances =
                new SystemCommands("channel-gateway", Context.INSTANCES, ids, clock);
        Retries.addTo(topology, "intake", "queue-sends", "report", DeliveryEngine.PROCESSOR);
        source(topology, "calls", Topics.INGEST.name());
        GuardedProcessor.addTo(
                topology,
                "intake",
                () ->
                        new CallbackProcessor(
                                ids, secrets, files, instances, contacts, commands, ofInstances),
                "calls",
                Retries.NAME);
        RoutedSink.addTo(topology, PASSED_ON, Topics.INGEST.name(), partitions, "intake");
        source(topology, "messages", Context.MESSAGES.events().name());
        GuardedProcessor.addTo(
                topology,
                "queue-sends",
                () -> new SendQueueProcessor(ids, secrets, contacts, commands),
                "messages",
                Retries.NAME);
        DeliveryEngine.addTo(
                topology, Topics.SENDS, Topics.SEND_ATTEMPTS, channel, attemptEnds, ids, clock);
        GuardedProcessor.addTo(
                topology,
                "report",
                () -> new SendResultProcessor(ids, secrets, contacts, commands, ofInstances),
                "work",
                Retries.NAME);
        RoutedSink.addTo(
                topology,
                SENDS,
                Topics.SENDS.name(),
                partitions,
                "intake",
                "queue-sends",
                "report");
        RoutedSink.addTo(
                topology,
                INSTANCE_COMMANDS,
                Context.INSTANCES.commands().name(),
                partitions,
                "intake",
                "report");
        topology.addStateStore(GroupIds.builder(), "intake", "report");
        topology.addStateStore(ProviderIds.builder(), "intake", "report");
        topology.addStateStore(EarlyStatuses.builder(), "intake", "report");
        RoutedSink.addTo(
                topology,
                COMMANDS,
                Context.MESSAGES.commands().name(),
                partitions,
                "intake",
                "queue-sends",
                "report");
    }

    private static void source(Topology topology, String name, String topic) {
        topology.addSource(name, new ByteArrayDeserializer(), new ByteArrayDeserializer(), topic);
    }
}
