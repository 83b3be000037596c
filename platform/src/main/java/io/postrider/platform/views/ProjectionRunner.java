package io.postrider.platform.views;

import io.postrider.platform.kafka.Connections;
import io.postrider.platform.kafka.KafkaClients;
import io.postrider.platform.limits.SharedCapacity;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.threads.BackgroundThrottle;
import io.postrider.platform.threads.FailedThread;
import io.postrider.platform.threads.ThreadPriority;
import io.postrider.platform.traces.Traces;
import io.postrider.schemas.Topic;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies the log to the views of one store, on one thread, for as long as the process lives. Every node reads every
 * partition, so each has the whole view. It does not own the store: close the runner first, then the store.
 */
public final class ProjectionRunner implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(ProjectionRunner.class);
    private static final Duration HOLD = Duration.ofMillis(200);
    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(15);

    private final String name;
    private final StopSignal stop = new StopSignal();
    private final ProjectionLetters letters;
    private final RecordApplier applier;
    private final AppliedTable applied;
    private final Freshness freshness;
    private final SourceLineage origin;
    private final ProjectionLoop loop;
    private final FailedThread failed = new FailedThread();
    private final Thread thread;
    private volatile @Nullable BackgroundThrottle background;
    private volatile BooleanSupplier held = () -> false;

    /** The state of a runner. */
    public enum State {
        /** Waits for the log, which has not answered yet. */
        STARTING,
        /** Applies records; a missing broker does not change this state. */
        RUNNING,
        /** Failed, and tries again after a pause. */
        FAILED,
        /** Is closed, or died of an error that no retry heals. */
        STOPPED
    }

    /**
     * Creates a runner; nothing is read before {@link #start}.
     *
     * @param name of its threads and clients, unique in the process
     * @param store store that no other runner writes
     * @param views with tables of their own each
     */
    public ProjectionRunner(
            String name,
            KafkaClients clients,
            ProjectionStore store,
            List<Projection> views,
            ProjectionSettings settings) {
        this(
                name,
                new KafkaProjectionLog(name, Connections.to(clients.settings())),
                store,
                views,
                settings,
                ClockReading.Clocks.SYSTEM,
                clients.settings().traces());
    }

    ProjectionRunner(
            String name,
            ProjectionLog log,
            ProjectionStore store,
            List<Projection> views,
            ProjectionSettings settings,
            ClockReading.Clocks clocks) {
        this(name, log, store, views, settings, clocks, Traces.off());
    }

    private ProjectionRunner(
            String name,
            ProjectionLog log,
            ProjectionStore store,
            List<Projection> views,
            ProjectionSettings settings,
            ClockReading.Clocks clocks,
            Traces traces) {
        this.name = name;
        this.letters = new ProjectionLetters(name, log::producer);
        this.applier = new RecordApplier(name, views, this::setAside, traces);
        this.applied =
                new AppliedTable(
                        new CommandWaiters(name, SharedCapacity.ofTenants(settings.maxWaiters())));
        this.freshness = new Freshness(settings, clocks, applied);
        this.origin = new SourceLineage(name, store, views, applied, freshness, stop);
        this.loop =
                new ProjectionLoop(
                        name,
                        origin,
                        stop,
                        settings.longestPause(),
                        () ->
                                new ProjectionSession(
                                        log,
                                        store,
                                        applier,
                                        applied,
                                        freshness,
                                        clocks,
                                        settings.freshnessInterval()));
        this.thread =
                Thread.ofPlatform()
                        .daemon()
                        .name(name)
                        .uncaughtExceptionHandler(failed)
                        .unstarted(this::run);
        applied.restart(origin.recovered());
    }

    /** A store that is filled again leaves no second letter. */
    private void setAside(String view, ConsumerRecord<byte[], byte[]> record, Throwable thrown) {
        if (!origin.startedEmpty() || caughtUp().isDone()) {
            letters.write(view, record, thrown);
        }
    }

    /** Starts to read; the stored state can be read already. */
    public void start() {
        thread.start();
    }

    /**
     * Starts to read on a thread that gives way to all other work of the machine.
     *
     * @param pace throttle during high traffic
     */
    public void startInBackground(BackgroundThrottle pace) {
        background = pace;
        thread.start();
    }

    /** Suspends reading while a condition holds; the applied state can be read. */
    public void holdWhile(BooleanSupplier condition) {
        held = condition;
    }

    private void run() {
        BackgroundThrottle pace = background;
        if (pace == null) {
            loop.run(this::rest);
        } else {
            ThreadPriority.take();
            loop.run(() -> {
                pace.step();
                rest();
            });
        }
    }

    private void rest() {
        while (held.getAsBoolean() && !stop.requested()) {
            stop.pause(HOLD);
        }
    }

    /**
     * Waits for this process itself, in which no tenant has a part.
     *
     * @see #awaitCommand(String, Topic, int, long, Duration)
     */
    public CompletableFuture<Boolean> awaitCommand(
            Topic events, int partition, long commandOffset, Duration atMost) {
        return awaitCommand("", events, partition, commandOffset, atMost);
    }

    /**
     * Waits until the last record of a command is applied.
     *
     * @param tenant tenant whose share of places it uses, a quarter
     * @param events the topic of the command's context, which one of the views must read
     * @param partition of the command, and so of its record
     * @return true once it is applied, false if the time is up, too many wait already, of the tenant or of all, or there is no
     *     such partition; it never fails, and its dependents must not block
     */
    public CompletableFuture<Boolean> awaitCommand(
            String tenant, Topic events, int partition, long commandOffset, Duration atMost) {
        if (!covers(events, partition)) {
            return CompletableFuture.completedFuture(false);
        }
        return applied.await(
                tenant, new TopicPartition(events.name(), partition), commandOffset, atMost);
    }

    private boolean covers(Topic topic, int partition) {
        int count = loop.partitions().getOrDefault(topic.name(), Integer.MAX_VALUE);
        return origin.topics().contains(topic.name()) && partition >= 0 && partition < count;
    }

    /** Whether the record that a command left behind, and those of all earlier commands, are applied. */
    public boolean commandApplied(Topic events, int partition, long commandOffset) {
        return appliedCommand(events, partition) >= commandOffset;
    }

    /** The command up to which all are applied, or -1. */
    public long appliedCommand(Topic events, int partition) {
        return applied.command(new TopicPartition(events.name(), partition));
    }

    /** Done once everything is applied that the log held at the start; a new one if the store has to be rebuilt. */
    public CompletableFuture<Void> caughtUp() {
        return freshness.caughtUp();
    }

    /** The progress of the view, for readiness. */
    public Progress progress() {
        return freshness.progress();
    }

    /** Time since the view had everything of a topic that it reads; infinite if it is not known yet. */
    public Duration staleness(Topic topic) {
        return freshness.staleness(topic.name());
    }

    /** The number of records that a view could not apply. */
    public long poisoned() {
        return applier.poisoned();
    }

    /** The number of reads that wait for a command. */
    public int waiting() {
        return applied.waiting();
    }

    /** Shows how many reads wait for commands, and how many settlements for earlier commands. */
    public void show(Bounds bounds) {
        applied.showWaiting(bounds, name);
        applied.showSettlements(bounds, name);
    }

    /** The number of restarts. */
    public long failures() {
        return loop.failures();
    }

    /** The present state. */
    public State state() {
        return loop.state();
    }

    /** Whether it does its work, or waits for the log to be able to. */
    public boolean healthy() {
        return switch (state()) {
            case STARTING, RUNNING -> true;
            case FAILED, STOPPED -> false;
        };
    }

    /** Completes when it has died of an error that no retry mends: only a new process can run it again. */
    public CompletableFuture<@Nullable Void> dead() {
        return failed.dead();
    }

    /** Stops reading and answers all who wait; the store stays open. */
    @Override
    public void close() {
        stop.request();
        loop.wakeup();
        try {
            if (thread.isAlive() && !thread.join(LONGEST_CLOSE)) {
                LOGGER.atWarn().addKeyValue("views", name).log("A projection did not stop");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        applied.close();
        letters.close();
    }
}
