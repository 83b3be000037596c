package io.postrider.dispatch.endpoints;

import io.postrider.runtime.views.ViewRunner;
import io.postrider.schemas.Context;
import io.postrider.schemas.Topic;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/** Asks the log how far webhook commands have come, and waits until the endpoint table has come as far. */
public final class LoggedChanges implements EndpointFreshness {

    private static final Topic COMMANDS = Context.WEBHOOKS.commands();
    private static final Topic EVENTS = Context.WEBHOOKS.events();
    private static final Duration ASK_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration APPLY_TIMEOUT = Duration.ofSeconds(60);

    private final Admin admin;
    private final ViewRunner view;
    private final Map<TopicPartition, OffsetSpec> ends = new HashMap<>();

    public LoggedChanges(Admin admin, ViewRunner view, int partitions) {
        this.admin = admin;
        this.view = view;
        for (int partition = 0; partition < partitions; partition++) {
            ends.put(new TopicPartition(COMMANDS.name(), partition), OffsetSpec.latest());
        }
    }

    @Override
    public void await() {
        try {
            Map<TopicPartition, ListOffsetsResult.ListOffsetsResultInfo> found =
                    admin.listOffsets(ends)
                            .all()
                            .get(ASK_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
            for (var entry : found.entrySet()) {
                await(entry.getKey().partition(), entry.getValue().offset());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while endpoints were looked up", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("the log does not tell its end", e);
        }
    }

    private void await(int partition, long end)
            throws InterruptedException, ExecutionException, TimeoutException {
        if (end == 0 || view.commandApplied(EVENTS, partition, end - 1)) {
            return;
        }
        CompletableFuture<Boolean> applied =
                view.awaitCommand(EVENTS, partition, end - 1, APPLY_TIMEOUT);
        if (!applied.get(APPLY_TIMEOUT.toMillis() + 1_000, TimeUnit.MILLISECONDS)) {
            throw new IllegalStateException(
                    "webhook command " + (end - 1) + " of partition " + partition + " stays open");
        }
    }
}
