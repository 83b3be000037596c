package io.postrider.platform.views.commands;

import static java.util.stream.Collectors.toUnmodifiableMap;

import io.postrider.platform.threads.FailedThread;
import io.postrider.platform.views.Progress;
import io.postrider.platform.views.ProjectionRunner;
import io.postrider.schemas.Context;
import io.postrider.schemas.Topics;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Completes when a view has applied the decisions on all commands that were in the log at the start, except those that
 * retention has deleted. Until then it may not know responses that were given to callers: a response is sent before its record
 * is committed, and after a crash in between the next process decides again.
 */
public final class CommandCatchUp implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(CommandCatchUp.class);
    private static final Duration WAIT = Duration.ofSeconds(10);
    private static final long PAUSE_MILLIS = 200;

    private final CommandLog log;
    private final ProjectionRunner view;
    private final Duration wait;
    private final CompletableFuture<@Nullable Void> done = new CompletableFuture<>();
    private final FailedThread failed = new FailedThread();
    private final Thread thread;
    private volatile Map<TopicPartition, Span> spans = Map.of();

    /** The commands that were open at the start, from the first to the one after the last. */
    private record Span(long begin, long end) {}

    public CommandCatchUp(CommandLog log, ProjectionRunner view) {
        this(log, view, WAIT);
    }

    public CommandCatchUp(CommandLog log, ProjectionRunner view, Duration wait) {
        this.log = log;
        this.view = view;
        this.wait = wait;
        this.thread =
                Thread.ofPlatform()
                        .daemon()
                        .name("command-catch-up")
                        .uncaughtExceptionHandler(failed)
                        .unstarted(this::run);
    }

    /**
     * Begins to watch.
     *
     * @param connection the settings with which a client reaches the cluster
     * @param contexts contexts whose commands count; the view must read their events
     * @param partitions of each topic
     */
    public static CommandCatchUp start(
            Map<String, Object> connection,
            ProjectionRunner view,
            Set<Context> contexts,
            int partitions) {
        return start(CommandLog.read(connection, contexts, partitions), view);
    }

    /**
     * Begins to watch one partition.
     *
     * @param connection the settings with which a client reaches the cluster
     * @param contexts contexts whose commands count; the view must read their events
     */
    public static CommandCatchUp ofPartition(
            Map<String, Object> connection,
            ProjectionRunner view,
            Set<Context> contexts,
            int partition) {
        return start(CommandLog.readPartition(connection, contexts, partition), view);
    }

    private static CommandCatchUp start(CommandLog log, ProjectionRunner view) {
        CommandCatchUp started = new CommandCatchUp(log, view);
        started.start();
        return started;
    }

    /** The number of applied commands of those that were open at the start. */
    public Progress progress() {
        long applied = 0;
        long total = 0;
        for (Map.Entry<TopicPartition, Span> entry : spans.entrySet()) {
            Span span = entry.getValue();
            long next = Math.clamp(applied(entry.getKey()) + 1, span.begin(), span.end());
            applied += next - span.begin();
            total += span.end() - span.begin();
        }
        return new Progress(applied, total, done.isDone());
    }

    /** Whether everything is applied. */
    public boolean isDone() {
        return done.isDone();
    }

    /** Completes when everything is applied; never fails. */
    public CompletableFuture<@Nullable Void> done() {
        return done.copy();
    }

    /** Completes when it has died: then {@link #done} never completes. */
    public CompletableFuture<@Nullable Void> dead() {
        return failed.dead();
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    public void start() {
        thread.start();
    }

    private void run() {
        try {
            Map<TopicPartition, Long> ends = known();
            spans = spans(ends);
            for (Map.Entry<TopicPartition, Long> end : ends.entrySet()) {
                await(end.getKey(), end.getValue() - 1);
            }
            done.complete(null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            // A wait answers with yes or no.
            throw new IllegalStateException(e);
        }
    }

    private Map<TopicPartition, Long> known() throws InterruptedException {
        while (true) {
            try {
                return log.ends();
            } catch (ExecutionException e) {
                LOGGER.atWarn()
                        .addKeyValue("error", String.valueOf(e.getCause()))
                        .log("Where the commands end is not known yet");
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
        }
    }

    private Map<TopicPartition, Span> spans(Map<TopicPartition, Long> ends) {
        return ends.entrySet().stream()
                .collect(
                        toUnmodifiableMap(
                                Map.Entry::getKey,
                                end ->
                                        new Span(
                                                Math.min(applied(end.getKey()) + 1, end.getValue()),
                                                end.getValue())));
    }

    private long applied(TopicPartition commands) {
        return view.appliedCommand(context(commands.topic()).events(), commands.partition());
    }

    private void await(TopicPartition commands, long last)
            throws InterruptedException, ExecutionException {
        Context context = context(commands.topic());
        while (!view.commandApplied(context.events(), commands.partition(), last)
                && !deleted(commands, last)) {
            boolean reached =
                    view.awaitCommand(context.events(), commands.partition(), last, wait).get();
            if (!reached) {
                // A full queue of waiters says no at once.
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
        }
    }

    /** Whether retention has deleted a command, decided or not: no decision on it can follow any more. */
    private boolean deleted(TopicPartition commands, long offset) throws InterruptedException {
        try {
            return offset < log.start(commands);
        } catch (ExecutionException e) {
            LOGGER.atDebug().setCause(e).log("Where the commands begin is not known yet");
            return false;
        }
    }

    private static Context context(String commands) {
        for (Context context : Context.values()) {
            if (Topics.commands(context).name().equals(commands)) {
                return context;
            }
        }
        throw new IllegalArgumentException("no commands: " + commands);
    }
}
