package io.postrider.platform.views;

import static java.util.stream.Collectors.toMap;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** One connection to the log: reads from the position of the store, and writes poll by poll, until a failure. */
final class ProjectionSession implements AutoCloseable {

    /** A record ends a poll at once. */
    private static final Duration POLL = Duration.ofMillis(500);

    /** While something is expected that does not end a poll. */
    private static final Duration SHORT_POLL = Duration.ofMillis(20);

    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(2);

    private final ProjectionStore store;
    private final RecordApplier applier;
    private final AppliedTable applied;
    private final Freshness freshness;
    private final CommandProgress commands = new CommandProgress();
    private final DeletedCommands deleted;
    private final Consumer<byte[], byte[]> consumer;
    private final LogProbe probe;

    ProjectionSession(
            ProjectionLog log,
            ProjectionStore store,
            RecordApplier applier,
            AppliedTable applied,
            Freshness freshness,
            ClockReading.Clocks clocks,
            Duration probeInterval) {
        this.store = store;
        this.applier = applier;
        this.applied = applied;
        this.freshness = freshness;
        this.deleted = new DeletedCommands(commands, applied, clocks, probeInterval);
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

    /** Seeks to the positions where reading begins. */
    void seek(Map<TopicPartition, AppliedOffset> bookmarks) {
        applied.restart(bookmarks);
        freshness.begin(bookmarks);
        commands.begin(bookmarks);
        deleted.begin();
        consumer.assign(bookmarks.keySet());
        bookmarks.forEach((partition, bookmark) -> consumer.seek(partition, position(bookmark)));
    }

    // With its epoch the client finds out whether the log it comes back to is the one it left.
    private static OffsetAndMetadata position(AppliedOffset bookmark) {
        Optional<Integer> epoch =
                bookmark.leaderEpoch() < 0 ? Optional.empty() : Optional.of(bookmark.leaderEpoch());
        return new OffsetAndMetadata(bookmark.next(), epoch, "");
    }

    /** Polls once and applies the records; true if anything was written. */
    boolean step() {
        ProjectionStoreException damage = store.damage();
        if (damage != null) {
            throw damage;
        }
        ConsumerRecords<byte[], byte[]> records = consumer.poll(isExpecting() ? SHORT_POLL : POLL);
        // Positions also move over transaction markers, without any record.
        boolean moved = !records.nextOffsets().isEmpty();
        if (moved) {
            write(records);
        }
        Set<TopicPartition> passed = deleted.passed(probe);
        if (!passed.isEmpty()) {
            commit(store.newBatch(), unread(passed));
        }
        resume();
        freshness.tick(probe);
        return moved;
    }

    private boolean isExpecting() {
        return freshness.isOpen() || deleted.isAsking() || !consumer.paused().isEmpty();
    }

    private void write(ConsumerRecords<byte[], byte[]> records) {
        ProjectionBatch batch = store.newBatch();
        Map<TopicPartition, AppliedOffset> read = new HashMap<>();
        records.nextOffsets()
                .forEach((partition, next) ->
                        read.put(
                                partition,
                                apply(records.records(partition), partition, next, batch)));
        commit(batch, read);
    }

    private AppliedOffset apply(
            List<ConsumerRecord<byte[], byte[]>> records,
            TopicPartition partition,
            OffsetAndMetadata next,
            ProjectionBatch batch) {
        int leaderEpoch = next.leaderEpoch().orElse(-1);
        for (ConsumerRecord<byte[], byte[]> record : records) {
            applier.apply(record, batch);
            long command = applier.commandOf(record);
            if (command >= 0 && !commands.note(partition, record.offset(), command)) {
                AppliedOffset here = new AppliedOffset(record.offset(), leaderEpoch, -1);
                consumer.seek(partition, position(here));
                consumer.pause(Set.of(partition));
                return here;
            }
        }
        return new AppliedOffset(next.offset(), leaderEpoch, -1);
    }

    /** The positions of partitions whose marks moved without a record. */
    private Map<TopicPartition, AppliedOffset> unread(Set<TopicPartition> partitions) {
        return partitions.stream().collect(toMap(partition -> partition, applied::bookmark));
    }

    /** Writes a batch with where it leads: a mark, and the position of settlements that follows from it, change together. */
    private void commit(ProjectionBatch batch, Map<TopicPartition, AppliedOffset> read) {
        Map<TopicPartition, AppliedOffset> known = new HashMap<>(read);
        read.keySet()
                .forEach(partition -> {
                    TopicPartition other = commands.counterpart(partition);
                    if (other != null) {
                        known.putIfAbsent(other, applied.bookmark(other));
                    }
                });
        known.replaceAll(
                (partition, bookmark) -> bookmark.withCommand(commands.applied(partition)));
        Map<TopicPartition, AppliedOffset> stored = new HashMap<>(known);
        stored.replaceAll(commands::stored);
        store.write(batch, stored);
        batch.actions().forEach(Runnable::run);
        applied.advance(known);
        applied.settlements(commands.mostRanges());
    }

    private void resume() {
        Set<TopicPartition> paused = consumer.paused();
        if (!paused.isEmpty()) {
            consumer.resume(paused.stream().filter(commands::hasRoom).toList());
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
