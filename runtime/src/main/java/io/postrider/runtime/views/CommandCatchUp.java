package io.postrider.runtime.views;

import io.postrider.schemas.Context;
import io.postrider.schemas.Topics;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells when a view has applied the decision on every command that was in the log at the start. Until then it may not
 * know what callers were told: an answer goes out before its record is committed, and a crash in between leaves it to
 * the next process to decide again.
 */
public final class CommandCatchUp implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(CommandCatchUp.class);
    private static final Duration WAIT = Duration.ofSeconds(10);
    private static final long PAUSE_MILLIS = 200;

    private final Ends ends;
    private final ViewRunner view;
    private final CompletableFuture<@Nullable Void> done = new CompletableFuture<>();
    private final Thread thread;

    /** Where the command topics end. */
    interface Ends {

        /** The offset of the next command, by partition. */
        Map<TopicPartition, Long> ask() throws ExecutionException, InterruptedException;
    }

    CommandCatchUp(Ends ends, ViewRunner view) {
        this.ends = ends;
        this.view = view;
        this.thread = Thread.ofPlatform().daemon().name("command-catch-up").unstarted(this::run);
    }

    /**
     * Begins to watch.
     *
     * @param contexts whose commands count; the view must read their events
     * @param partitions of each topic
     */
    public static CommandCatchUp start(
            Admin admin, ViewRunner view, Set<Context> contexts, int partitions) {
        CommandCatchUp started = new CommandCatchUp(() -> ends(admin, contexts, partitions), view);
        started.start();
        return started;
    }

    /** Completes when everything is applied; never fails. */
    public CompletableFuture<@Nullable Void> done() {
        return done.copy();
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    void start() {
        thread.start();
    }

    private void run() {
        try {
            for (Map.Entry<TopicPartition, Long> end : known().entrySet()) {
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
                return ends.ask();
            } catch (ExecutionException e) {
                LOGGER.atWarn()
                        .addKeyValue("error", String.valueOf(e.getCause()))
                        .log("Where the commands end is not known yet");
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
        }
    }

    private void await(TopicPartition commands, long last)
            throws InterruptedException, ExecutionException {
        Context context = context(commands.topic());
        while (!view.commandApplied(context.events(), commands.partition(), last)) {
            boolean reached =
                    view.awaitCommand(context.events(), commands.partition(), last, WAIT).get();
            if (!reached) {
                // A full queue of waiters says no at once.
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
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

    private static Map<TopicPartition, Long> ends(
            Admin admin, Set<Context> contexts, int partitions)
            throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetSpec> asked =
                contexts.stream()
                        .flatMap(context ->
                                IntStream.range(0, partitions)
                                        .mapToObj(partition ->
                                                new TopicPartition(
                                                        Topics.commands(context).name(),
                                                        partition)))
                        .collect(Collectors.toMap(Function.identity(), _ -> OffsetSpec.latest()));
        KafkaFuture<Map<TopicPartition, ListOffsetsResultInfo>> answer =
                admin.listOffsets(asked).all();
        Map<TopicPartition, Long> ends = new HashMap<>();
        answer.get().forEach((partition, end) -> ends.put(partition, end.offset()));
        return ends;
    }
}
