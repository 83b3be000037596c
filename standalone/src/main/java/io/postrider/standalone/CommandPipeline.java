package io.postrider.standalone;

import io.postrider.decider.DeciderTopology;
import io.postrider.decider.EventMeters;
import io.postrider.decider.client.CommandReserve;
import io.postrider.decider.client.KafkaCommandGateway;
import io.postrider.decider.client.LocalOutcomes;
import io.postrider.decider.client.PendingCommands;
import io.postrider.decider.client.RemoteOutcomes;
import io.postrider.platform.commands.CommandResult;
import io.postrider.platform.limits.SharedCapacity;
import io.postrider.platform.limits.Tenants;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.meters.Bounds.Kind;
import io.postrider.platform.meters.FullestPart;
import io.postrider.platform.nodes.NodeAddress;
import io.postrider.platform.streams.StreamsApp;
import io.postrider.platform.streams.transactional.TransactionalStores;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.Context;
import io.postrider.schemas.DeciderGroup;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The pipeline of the commands of one group of contexts: a producer, a limit on waiting requests, and a decider. The groups
 * share none of them, so a flood of one does not delay the others.
 */
final class CommandPipeline implements AutoCloseable {

    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(20);

    final DeciderGroup group;
    final KafkaCommandGateway gateway;
    final PendingCommands pending;
    final StreamsApp decider;

    private final @Nullable RemoteOutcomes remote;

    /** @param taken called with each partition before this node decides its commands */
    CommandPipeline(Node node, DeciderGroup group, Tenants tenants, IntConsumer taken) {
        this.group = group;
        SharedCapacity places = SharedCapacity.ofTenants(placesOf(group));
        CommandReserve reserve = reserve(group);
        pending = new PendingCommands(places, reserve, ANSWER_TIMEOUT);
        Bounds bounds = new Bounds(node.meters());
        String name = group.name().toLowerCase(Locale.ROOT);
        bounds.show("commands_in_flight_" + name, places);
        reserve.show(bounds, "reserved_commands_in_flight_" + name);
        node.vital().add("the answers of " + group.application(), pending.dead());
        gateway = gateway(node, tenants);
        remote = node.address() == null ? null : new RemoteOutcomes(node.trust(), node.ids());
        if (remote != null) {
            remote.show(bounds, "outcomes_in_transit_" + name);
        }
        decider =
                decider(
                        node,
                        taken,
                        bounds.showFullest(
                                Kind.PROCESS,
                                "timer_commands_" + name,
                                DeciderTopology.TIMER_COMMANDS_MAX));
    }

    private KafkaCommandGateway gateway(Node node, Tenants tenants) {
        return KafkaCommandGateway.connect(
                node.kafka(),
                group,
                node.ids(),
                pending,
                tenants,
                node.kafkaHealth()::reachable,
                node.disk()::level,
                node.address() == null ? null : node.address().toString());
    }

    private StreamsApp decider(Node node, IntConsumer taken, FullestPart timers) {
        TransactionalStores stores = node.streams().transactionalStores(group.application());
        DeciderTopology topology =
                new DeciderTopology(
                        group.contexts(),
                        node.ids(),
                        answers(node.address()),
                        this::remind,
                        stores::supplier,
                        taken,
                        new EventMeters(node.meters()),
                        timers);
        return new StreamsApp(
                topology::addTo,
                DeciderTopology.properties(
                        node.streams(), group.application(), commitInterval(node, group)),
                stores);
    }

    /** Other nodes read a revocation once it is committed. */
    private static Duration commitInterval(Node node, DeciderGroup group) {
        return switch (group) {
            case IDENTITY -> DeciderTopology.COMMIT_INTERVAL;
            case RESOURCES -> node.services().stores().commitInterval();
        };
    }

    /**
     * About 1,000 commands are decided in a second. So a revocation waits for a second behind all that identity has places
     * for, the reserve included, and for a quarter of it behind one tenant. The resources have places for bursts.
     */
    private static int placesOf(DeciderGroup group) {
        return switch (group) {
            case IDENTITY -> 800;
            case RESOURCES -> 10_000;
        };
    }

    private static CommandReserve reserve(DeciderGroup group) {
        return new CommandReserve(
                switch (group) {
                    case IDENTITY -> 200;
                    case RESOURCES -> 400;
                });
    }

    private LocalOutcomes answers(@Nullable NodeAddress self) {
        return self == null || remote == null
                ? LocalOutcomes.alone(pending)
                : new LocalOutcomes(self.toString(), pending, remote);
    }

    /** No request waits for the outcome: a lost command is sent again. */
    private boolean remind(Context context, CommandRecord command, @Nullable String traceparent) {
        CompletableFuture<CommandResult> sent =
                gateway.send(context, command, command.header().aggregate(), traceparent)
                        .toCompletableFuture();
        return !(sent.isDone() && sent.join() instanceof CommandResult.Unavailable);
    }

    @Override
    public void close() {
        try (pending;
                gateway;
                remote;
                decider) {
            // Closes the last one first, and all of them, whatever happens.
        }
    }
}
