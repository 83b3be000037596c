package io.postrider.runtime.views;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection to the log: reads from where the store is, and writes poll by poll, until something breaks. */
final class ViewSession implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(ViewSession.class);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(2);

    private final ViewStore store;
    private final RecordApplier applier;
    private final AppliedTable applied;
    private final Freshness freshness;
    private final Consumer<byte[], byte[]> consumer;
    private final LogProbe probe;

    ViewSession(
            ViewLog log,
            ViewStore store,
            RecordApplier applier,
            AppliedTable applied,
            Freshness freshness) {
        this.store = store;
        this.applier = applier;
        this.applied = applied;
        this.freshness = freshness;
        this.probe = log.probe();
        try {
            this.consumer = log.consumer();
        } catch (RuntimeException e) {
            probe.close();
            throw e;
        }
    }

    LogProbe probe() {
        return probe;
    }

    /** Goes to where reading begins. */
    void seek(Map<TopicPartition, Bookmark> bookmarks) {
        applied.restart(bookmarks);
        freshness.begin(bookmarks);
        consumer.assign(bookmarks.keySet());
        bookmarks.forEach((partition, bookmark) -> consumer.seek(partition, position(bookmark)));
    }

    // With its epoch the client finds out whether the log it comes back to is the one it left.
    private static OffsetAndMetadata position(Bookmark bookmark) {
        Optional<Integer> epoch =
                bookmark.leaderEpoch() < 0 ? Optional.empty() : Optional.of(bookmark.leaderEpoch());
        return new OffsetAndMetadata(bookmark.next(), epoch, "");
    }

    /** Polls once and applies what came; true if something was written. */
    boolean step() {
        ViewStoreException damage = store.damage();
        if (damage != null) {
            throw damage;
        }
        ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
        // Positions also move over transaction markers, without any record.
        boolean moved = !records.nextOffsets().isEmpty();
        if (moved) {
            write(records);
        }
        freshness.tick(probe);
        return moved;
    }

    private void write(ConsumerRecords<byte[], byte[]> records) {
        ViewBatch batch = store.newBatch();
        Map<TopicPartition, Bookmark> bookmarks = new HashMap<>();
        records.nextOffsets()
                .forEach((partition, next) ->
                        bookmarks.put(
                                partition,
                                new Bookmark(
                                        next.offset(),
                                        next.leaderEpoch().orElse(-1),
                                        apply(records, partition, batch))));
        store.write(batch, bookmarks);
        batch.actions().forEach(ViewSession::run);
        applied.advance(bookmarks);
    }

    private long apply(
            ConsumerRecords<byte[], byte[]> records, TopicPartition partition, ViewBatch batch) {
        long command = applied.command(partition);
        for (ConsumerRecord<byte[], byte[]> record : records.records(partition)) {
            applier.apply(record, batch);
            command = Math.max(command, applier.commandOf(record));
        }
        return command;
    }

    private static void run(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            LOGGER.atError().setCause(e).log("An action after a view's write failed");
        }
    }

    void wakeup() {
        consumer.wakeup();
    }

    @Override
    public void close() {
        try (probe) {
            consumer.close(CloseOptions.timeout(LONGEST_CLOSE));
        }
    }
}
