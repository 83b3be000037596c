package io.postrider.decider;

import io.postrider.platform.views.commands.CommandCatchUp;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Tracks for each partition whether this node has decided all commands that were in the log when its decider took the partition
 * over. The previous decider, on another node or on a failed thread of this one, may have answered them without a commit.
 * Thread-safe.
 */
public final class PartitionTakeovers implements AutoCloseable {

    private final IntFunction<CommandCatchUp> watch;
    private final Map<Integer, CommandCatchUp> newest = new ConcurrentHashMap<>();
    private final CompletableFuture<@Nullable Void> dead = new CompletableFuture<>();

    /** @param watch begins to watch the commands that a partition has now */
    public PartitionTakeovers(IntFunction<CommandCatchUp> watch) {
        this.watch = watch;
    }

    /** The decider has taken a partition over, and has not begun to decide yet. */
    public void taken(int partition) {
        CommandCatchUp started = watch.apply(partition);
        var _ = started.dead().thenRun(() -> dead.complete(null));
        CommandCatchUp before = newest.put(partition, started);
        if (before != null) {
            before.close();
        }
    }

    /** Whether the decider's state of a partition includes everything confirmed to callers before the takeover. */
    boolean isCaughtUp(int partition) {
        CommandCatchUp watched = newest.get(partition);
        return watched != null && watched.isDone();
    }

    /** Completes when a partition may never count as caught up. */
    public CompletableFuture<@Nullable Void> dead() {
        return dead.copy();
    }

    @Override
    public void close() {
        newest.values().forEach(CommandCatchUp::close);
    }
}
