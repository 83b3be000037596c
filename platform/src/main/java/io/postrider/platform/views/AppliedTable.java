package io.postrider.platform.views;

import io.postrider.platform.meters.Bounds;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;

/** The applied positions of all partitions, readable by any thread; written by the applying thread. */
public final class AppliedTable implements AutoCloseable {

    private final Map<TopicPartition, AppliedOffset> bookmarks = new ConcurrentHashMap<>();
    private final CommandWaiters waiters;
    private volatile int settlements;

    public AppliedTable(CommandWaiters waiters) {
        this.waiters = waiters;
    }

    /** Takes the positions of the store, which may be earlier than before if it was rebuilt. */
    void restart(Map<TopicPartition, AppliedOffset> stored) {
        bookmarks.keySet().retainAll(stored.keySet());
        advance(stored);
    }

    public void advance(Map<TopicPartition, AppliedOffset> written) {
        bookmarks.putAll(written);
        written.forEach((partition, bookmark) -> waiters.reached(partition, bookmark.command()));
    }

    /** The offset that is read next, or 0 if nothing is known. */
    long next(TopicPartition partition) {
        return bookmark(partition).next();
    }

    /** The command up to which all are applied, or -1. */
    long command(TopicPartition partition) {
        return bookmark(partition).command();
    }

    AppliedOffset bookmark(TopicPartition partition) {
        return bookmarks.getOrDefault(partition, AppliedOffset.at(0));
    }

    public CompletableFuture<Boolean> await(
            String holder, TopicPartition partition, long command, Duration atMost) {
        return waiters.await(holder, partition, command, atMost, () -> command(partition));
    }

    int waiting() {
        return waiters.count();
    }

    /** Notes how many ranges of settlements wait in the partition that has most. */
    void settlements(int ranges) {
        settlements = ranges;
    }

    /** Shows how many reads wait for a command. */
    public void showWaiting(Bounds bounds, String name) {
        waiters.show(bounds, "waiting_reads_" + name);
    }

    /** Shows how many ranges of settlements wait for earlier commands in the partition that has most. */
    void showSettlements(Bounds bounds, String name) {
        bounds.show("settlements_" + name, () -> settlements, CommandProgress.RANGES_MAX);
    }

    @Override
    public void close() {
        waiters.close();
    }
}
