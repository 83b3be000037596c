package io.postrider.decider.client;

import io.postrider.platform.commands.CommandResult;
import io.postrider.platform.commands.CommandResult.Decided;
import io.postrider.platform.commands.CommandResult.Unknown;
import io.postrider.platform.limits.SharedCapacity;
import io.postrider.platform.limits.SharedCapacity.Grant;
import io.postrider.platform.threads.FailedThread;
import io.postrider.schemas.CommandOutcome;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The requests that wait for the decision on their command. Their number is limited, also per tenant, and so is the time that
 * each waits. A reserve is for commands that revoke access, which use it if the other places are taken.
 *
 * <p>Outcomes arrive on the stream thread, and their continuations are code of callers; so they run on separate threads.
 */
public final class PendingCommands implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(PendingCommands.class);
    private static final Duration SWEEP = Duration.ofMillis(250);
    private static final int THREADS = 2;

    private final Map<String, Pending> pending = new ConcurrentHashMap<>();
    private final SharedCapacity places;
    private final CommandReserve reserve;
    private final Duration timeout;
    private final LongSupplier nanoTime;
    private final ExecutorService callers;
    private final ScheduledExecutorService timer;
    private final FailedThread failed = new FailedThread();

    /** @param leave gives its place back */
    private record Pending(
            CompletableFuture<CommandResult> future, Runnable leave, long deadline) {}

    /** Whether a command is waited for. */
    sealed interface Registration {

        /** It is; the stage never fails. */
        record Waiting(CompletionStage<CommandResult> answer) implements Registration {}

        /** It is not: as many commands are waited for as may be, or this one is already. */
        record Full() implements Registration {}

        /** It is not: its tenant, or in the reserve its caller, waits for as many as one may. */
        record ShareTaken() implements Registration {}
    }

    /**
     * Begins to keep answers.
     *
     * @param places for commands that are waited for, of all tenants and of one
     * @param reserve further places for commands that take access away
     * @param timeout after which a command counts as {@link Unknown}
     */
    public PendingCommands(SharedCapacity places, CommandReserve reserve, Duration timeout) {
        this(
                places,
                reserve,
                timeout,
                Executors.newFixedThreadPool(THREADS, daemons("answers-")),
                System::nanoTime);
    }

    PendingCommands(
            SharedCapacity places,
            CommandReserve reserve,
            Duration timeout,
            ExecutorService callers,
            LongSupplier nanoTime) {
        this.places = places;
        this.reserve = reserve;
        this.timeout = timeout;
        this.callers = callers;
        this.nanoTime = nanoTime;
        this.timer = Executors.newSingleThreadScheduledExecutor(daemons("answers-timer-"));
        var _ =
                timer.scheduleWithFixedDelay(
                        failed.watch(this::expire),
                        SWEEP.toMillis(),
                        SWEEP.toMillis(),
                        TimeUnit.MILLISECONDS);
    }

    /**
     * Begins to wait for a command.
     *
     * @param sender sender whose share the command uses
     * @param reserved whether it may take a place of the reserve
     */
    Registration register(String commandId, CommandSender sender, boolean reserved) {
        String tenant = sender.tenant();
        Registration ordinary =
                register(commandId, places.take(tenant, 1), () -> places.release(tenant, 1));
        return reserved && !(ordinary instanceof Registration.Waiting)
                ? register(commandId, reserve.take(sender), () -> reserve.release(sender))
                : ordinary;
    }

    private Registration register(String commandId, Grant grant, Runnable leave) {
        return switch (grant) {
            case TOTAL_EXCEEDED -> new Registration.Full();
            case SHARE_EXCEEDED -> new Registration.ShareTaken();
            case GRANTED -> await(commandId, leave);
        };
    }

    private Registration await(String commandId, Runnable leave) {
        CompletableFuture<CommandResult> future = new CompletableFuture<>();
        Pending made = new Pending(future, leave, nanoTime.getAsLong() + timeout.toNanos());
        if (pending.putIfAbsent(commandId, made) != null) {
            leave.run();
            return new Registration.Full();
        }
        return new Registration.Waiting(future.minimalCompletionStage());
    }

    /** Passes a decision on; does nothing if no request waits for it. Never blocks and never throws. */
    public void answered(String commandId, CommandOutcome outcome) {
        settle(commandId, new Decided(outcome));
    }

    /** The number of waiting commands. */
    public int size() {
        return pending.size();
    }

    /** Completes when commands without an answer keep their places from now on. */
    public CompletableFuture<@Nullable Void> dead() {
        return failed.dead();
    }

    void settle(String commandId, CommandResult settled) {
        Pending waiting = pending.remove(commandId);
        if (waiting == null) {
            return;
        }
        try {
            callers.execute(() -> complete(waiting, settled));
        } catch (RejectedExecutionException e) {
            // Only after close: the process stops, and so have its requests.
            waiting.leave.run();
            LOGGER.atDebug().addKeyValue("command", commandId).log("An answer came after the end");
        }
    }

    /** Completes the commands whose timeout has passed. */
    void expire() {
        long now = nanoTime.getAsLong();
        pending.forEach((commandId, waiting) -> {
            if (now - waiting.deadline >= 0) {
                settle(commandId, new Unknown(commandId));
            }
        });
    }

    /** Completes all waiting commands. */
    @Override
    public void close() {
        timer.shutdownNow();
        pending.keySet().forEach(commandId -> settle(commandId, new Unknown(commandId)));
        callers.shutdown();
    }

    private void complete(Pending waiting, CommandResult settled) {
        // Released only here, so that the capacity limits queued continuations too.
        waiting.leave.run();
        waiting.future.complete(settled);
    }

    private static ThreadFactory daemons(String prefix) {
        return Thread.ofPlatform().daemon().name(prefix, 0).factory();
    }
}
