package io.postrider.decider.client;

import io.postrider.decider.client.PendingCommands.Registration;
import io.postrider.platform.commands.CommandGateway;
import io.postrider.platform.commands.CommandResult;
import io.postrider.platform.commands.CommandResult.Unavailable;
import io.postrider.platform.commands.CommandResult.Unknown;
import io.postrider.platform.disk.DiskLevel;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.limits.Tenants;
import io.postrider.platform.offsets.Partitions;
import io.postrider.platform.traces.LogFields;
import io.postrider.schemas.CommandHeader;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.Context;
import io.postrider.schemas.DeciderGroup;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.SchemaIds;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.BufferExhaustedException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/** Sends the commands of a group of contexts to Kafka; never blocks, so that event loops may call it. */
public final class KafkaCommandGateway implements CommandGateway, AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(KafkaCommandGateway.class);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);
    private static final long WARM_UP_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Producer<byte[], byte[]> producer;
    private final CommandEncoder encoder;
    private final PendingCommands pending;
    private final CommandTenants tenants;
    private final BooleanSupplier logReachable;
    private final Supplier<DiskLevel> disk;

    KafkaCommandGateway(
            Producer<byte[], byte[]> producer,
            CommandEncoder encoder,
            PendingCommands pending,
            Tenants tenants,
            BooleanSupplier logReachable,
            Supplier<DiskLevel> disk) {
        this.producer = producer;
        this.encoder = encoder;
        this.pending = pending;
        this.tenants = new CommandTenants(tenants);
        this.logReachable = logReachable;
        this.disk = disk;
    }

    /**
     * A gateway with a producer of its own; {@link #warmUp} it before the first command.
     *
     * @param group group whose commands it sends
     * @param pending receivers of the outcomes
     * @param tenants tenants whose share of places a command uses
     * @param logReachable whether Kafka answers; while it does not, nothing is sent
     * @param disk level of free space in the data folder
     * @param node address for outcomes of other nodes, as {@code host:port}; null for a single node
     */
    public static KafkaCommandGateway connect(
            KafkaSettings log,
            DeciderGroup group,
            SchemaIds ids,
            PendingCommands pending,
            Tenants tenants,
            BooleanSupplier logReachable,
            Supplier<DiskLevel> disk,
            @Nullable String node) {
        return new KafkaCommandGateway(
                new KafkaProducer<>(
                        CommandProducer.config(log, group),
                        new ByteArraySerializer(),
                        new ByteArraySerializer()),
                new CommandEncoder(new Partitions(log.partitions()), ids, node, group.contexts()),
                pending,
                tenants,
                logReachable,
                disk);
    }

    /** Waits until the producer knows every command topic; false if that took too long. Not for an event loop. */
    public boolean warmUp(Duration atMost) {
        long deadline = System.nanoTime() + atMost.toNanos();
        for (Context context : encoder.contexts()) {
            while (!isKnown(context)) {
                if (System.nanoTime() - deadline >= 0 || Thread.currentThread().isInterrupted()) {
                    return false;
                }
                LockSupport.parkNanos(WARM_UP_PAUSE_NANOS);
            }
        }
        return true;
    }

    @Override
    public CompletionStage<CommandResult> send(Context context, CommandRecord command) {
        return send(context, command, command.header().aggregate());
    }

    @Override
    public CompletionStage<CommandResult> send(
            Context context, CommandRecord command, String routedBy) {
        return send(context, command, routedBy, null);
    }

    @Override
    public CompletionStage<CommandResult> send(
            Context context, CommandRecord command, String routedBy, @Nullable String traceparent) {
        if (!logReachable.getAsBoolean()) {
            return refused(CommandResult.LOG_UNAVAILABLE, "Kafka cannot be reached.");
        }
        if (!hasRoomFor(command)) {
            return refused(CommandResult.DISK_LOW, "The disk of the data folder is almost full.");
        }
        ProducerRecord<byte[], byte[]> record =
                encoder.record(context, command, routedBy, traceparent);
        return switch (register(command)) {
            case Registration.Full() ->
                    refused(CommandResult.OVERLOADED, "Too many writes are in progress.");
            case Registration.ShareTaken() ->
                    refused(
                            CommandResult.TOO_MANY_COMMANDS,
                            "The workspaces of the owner have too many writes in progress. Wait for"
                                    + " some of them to complete.");
            case Registration.Waiting(CompletionStage<CommandResult> answer) -> {
                handOver(new HandOver(command.header(), traceparent), record);
                yield answer;
            }
        };
    }

    private Registration register(CommandRecord command) {
        return pending.register(
                command.header().id(),
                new CommandSender(tenants.of(command), command.header().actor()),
                EssentialCommands.has(command));
    }

    private boolean hasRoomFor(CommandRecord command) {
        DiskLevel level = disk.get();
        return level.takesWrites() || (level.grows() && EssentialCommands.has(command));
    }

    @Override
    public void close() {
        producer.close(CLOSE_TIMEOUT);
    }

    private boolean isKnown(Context context) {
        try {
            return producer.partitionsFor(Topics.commands(context).name()).size()
                    == encoder.partitions();
        } catch (TimeoutException e) {
            LOGGER.atDebug().setCause(e).log("A command topic is not known yet");
            return false;
        }
    }

    private void handOver(HandOver handOver, ProducerRecord<byte[], byte[]> record) {
        try {
            var _ = producer.send(record, (_, failure) -> handOver.ended(failure));
        } catch (KafkaException | IllegalStateException e) {
            pending.settle(handOver.command.id(), handOver.unavailable(e));
        } finally {
            handOver.returned = true;
        }
    }

    /**
     * Distinguishes a command that was never sent from one whose sending failed. Kafka reports both to the callback, but the
     * first from within {@code send()}, on the calling thread; so no other thread reads {@code returned}.
     */
    private final class HandOver {

        private final CommandHeader command;
        private final @Nullable String traceparent;
        private final Thread caller = Thread.currentThread();
        private boolean returned;

        HandOver(CommandHeader command, @Nullable String traceparent) {
            this.command = command;
            this.traceparent = traceparent;
        }

        private LoggingEventBuilder warning(Exception failure) {
            LoggingEventBuilder line = LogFields.trace(LOGGER.atWarn(), traceparent);
            LogFields.add(line, LogFields.REQUEST, command.correlationId());
            return LogFields.add(line, LogFields.WORKSPACE, command.workspace())
                    .addKeyValue("command", command.id())
                    .addKeyValue("error", failure.toString());
        }

        void ended(@Nullable Exception failure) {
            if (failure == null) {
                return;
            }
            boolean neverSent = caller.equals(Thread.currentThread()) && !returned;
            if (!neverSent) {
                warning(failure).log("A command may not have reached Kafka");
            }
            pending.settle(
                    command.id(), neverSent ? unavailable(failure) : new Unknown(command.id()));
        }

        private CommandResult unavailable(Exception failure) {
            warning(failure).log("A command was not sent");
            return switch (failure) {
                case BufferExhaustedException _ ->
                        new Unavailable(
                                CommandResult.OVERLOADED, "Too many writes are in progress.");
                case RecordTooLargeException _ ->
                        new Unavailable(
                                CommandResult.TOO_LARGE,
                                "The command exceeds the maximum size of a record.");
                default ->
                        new Unavailable(CommandResult.LOG_UNAVAILABLE, "Kafka cannot be reached.");
            };
        }
    }

    private static CompletionStage<CommandResult> refused(String code, String detail) {
        return CompletableFuture.completedStage(new Unavailable(code, detail));
    }
}
