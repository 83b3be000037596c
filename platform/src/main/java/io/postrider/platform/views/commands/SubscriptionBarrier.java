package io.postrider.platform.views.commands;

import io.postrider.platform.views.ProjectionRunner;
import io.postrider.schemas.Context;
import io.postrider.schemas.Topic;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;

/** Reads the ends of a context's commands, and waits until a view has reached them. */
public final class SubscriptionBarrier implements ChangeBarrier {

    private static final Duration APPLY_TIMEOUT = Duration.ofSeconds(60);

    private final CommandLog log;
    private final Decided decided;

    /** The commands that the view has applied. */
    interface Decided {

        boolean applied(int partition, long command);

        CompletableFuture<Boolean> await(int partition, long command, Duration atMost);
    }

    /** @param view has the events of the context */
    public SubscriptionBarrier(
            Admin admin, ProjectionRunner view, Context context, int partitions) {
        this(CommandLog.of(admin, Set.of(context), partitions), decided(view, context.events()));
    }

    SubscriptionBarrier(CommandLog log, Decided decided) {
        this.log = log;
        this.decided = decided;
    }

    @Override
    public void await() {
        try {
            for (Map.Entry<TopicPartition, Long> end : log.ends().entrySet()) {
                await(end.getKey(), end.getValue() - 1);
            }
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } catch (ExecutionException | TimeoutException e) {
            throw new KafkaException("the log does not tell its end", e);
        }
    }

    private void await(TopicPartition commands, long last)
            throws InterruptedException, ExecutionException, TimeoutException {
        // Retention may have deleted the last command; an undecided one is never decided then.
        if (last < 0 || decided.applied(commands.partition(), last) || last < log.start(commands)) {
            return;
        }
        CompletableFuture<Boolean> applied =
                decided.await(commands.partition(), last, APPLY_TIMEOUT);
        if (!applied.get(APPLY_TIMEOUT.toMillis() + 1_000, TimeUnit.MILLISECONDS)) {
            throw new KafkaException(
                    "command " + last + " of partition " + commands.partition() + " stays open");
        }
    }

    private static Decided decided(ProjectionRunner view, Topic events) {
        return new Decided() {
            @Override
            public boolean applied(int partition, long command) {
                return view.commandApplied(events, partition, command);
            }

            @Override
            public CompletableFuture<Boolean> await(int partition, long command, Duration atMost) {
                return view.awaitCommand(events, partition, command, atMost);
            }
        };
    }
}
