package io.postrider.standalone.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.decider.DeciderTopology;
import io.postrider.decider.client.CommandReserve;
import io.postrider.decider.client.KafkaCommandGateway;
import io.postrider.decider.client.LocalOutcomes;
import io.postrider.decider.client.PendingCommands;
import io.postrider.identity.auth.UserReplica;
import io.postrider.identity.auth.WorkspaceOwners;
import io.postrider.identity.auth.WorkspaceReplica;
import io.postrider.platform.commands.CommandResult;
import io.postrider.platform.disk.DiskLevel;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.limits.SharedCapacity;
import io.postrider.platform.meters.FullestPart;
import io.postrider.platform.streams.StreamsApp;
import io.postrider.platform.streams.StreamsSettings;
import io.postrider.platform.streams.transactional.TransactionalStores;
import io.postrider.schemas.CommandOutcome;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.Context;
import io.postrider.schemas.DeciderGroup;
import io.postrider.schemas.codec.LockedSchemaIds;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The decider of a group over a real log, and the gateway by which it is sent commands. */
final class Deciding implements AutoCloseable {

    private static final LockedSchemaIds IDS = LockedSchemaIds.shipped();

    final StreamsApp decider;
    private final PendingCommands pending =
            new PendingCommands(
                    new SharedCapacity(2_000, 2_000),
                    new CommandReserve(1),
                    Duration.ofSeconds(30));
    private final KafkaCommandGateway gateway;

    private Deciding(KafkaSettings settings, StreamsSettings streams, DeciderGroup group) {
        TransactionalStores stores = streams.transactionalStores(group.application());
        decider =
                new StreamsApp(
                        new DeciderTopology(
                                        group.contexts(),
                                        IDS,
                                        LocalOutcomes.alone(pending),
                                        (_, _, _) -> true,
                                        stores::supplier,
                                        _ -> {},
                                        _ -> {},
                                        new FullestPart())
                                ::addTo,
                        DeciderTopology.properties(
                                streams, group.application(), DeciderTopology.COMMIT_INTERVAL),
                        stores);
        gateway =
                KafkaCommandGateway.connect(
                        settings,
                        group,
                        IDS,
                        pending,
                        new WorkspaceOwners(new WorkspaceReplica(), new UserReplica()),
                        () -> true,
                        () -> DiskLevel.AMPLE,
                        null);
    }

    /** Starts a decider that is ready for commands. */
    static Deciding start(KafkaSettings settings, StreamsSettings streams, DeciderGroup group) {
        Deciding started = new Deciding(settings, streams, group);
        started.decider.start();
        assertThat(started.gateway.warmUp(Duration.ofSeconds(30))).isTrue();
        return started;
    }

    CompletableFuture<CommandResult> send(Context context, CommandRecord command) {
        return gateway.send(context, command).toCompletableFuture();
    }

    CommandOutcome decided(Context context, CommandRecord command) throws Exception {
        return outcome(send(context, command));
    }

    static CommandOutcome outcome(CompletableFuture<CommandResult> sent) throws Exception {
        CommandResult settled = sent.get(60, TimeUnit.SECONDS);
        assertThat(settled).isInstanceOf(CommandResult.Decided.class);
        return ((CommandResult.Decided) settled).outcome();
    }

    @Override
    public void close() {
        decider.close();
        gateway.close();
        pending.close();
    }
}
