package io.postrider.projections.reading;

import io.postrider.platform.views.ProjectionBatch;
import io.postrider.platform.views.ProjectionKey;
import io.postrider.platform.views.ProjectionPage;
import io.postrider.platform.views.ProjectionStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Deletes rows once the retention of the topic is over that they come from, by the clock of the broker in the newest record of that
 * topic and by that of this node: rows are deleted early only if both are wrong.
 *
 * <p>Each record that is added deletes older ones, so rows do not become more because callers go on. The last ones stay for as
 * long as no record follows.
 */
public final class RetainedRows {

    private static final byte[] NO_VALUE = {};

    private final ProjectionStore store;
    private final int table;
    private final Duration kept;
    private final InstantSource clock;
    private long newest = Long.MIN_VALUE;
    private @Nullable ProjectionBatch swept;
    private byte @Nullable [] deletedTo;

    /**
     * Rows of one topic.
     *
     * @param table for the order in which rows end, this one's alone
     * @param kept retention of the topic
     */
    public RetainedRows(ProjectionStore store, int table, Duration kept, InstantSource clock) {
        this.store = store;
        this.table = table;
        this.kept = kept;
        this.clock = clock;
    }

    /** Whether a record is kept at all: the log deletes whole segments, so it still has some whose time is over. */
    public boolean keeps(ConsumerRecord<?, ?> record) {
        newest = Math.max(newest, record.timestamp());
        return record.timestamp() > over();
    }

    /**
     * Adds the row of a record that is kept, and deletes some of those whose time is over.
     *
     * @param row its key
     */
    public void add(ConsumerRecord<?, ?> record, ProjectionBatch batch, byte[] row) {
        byte[] place =
                ProjectionKey.table(table).time(Instant.ofEpochMilli(record.timestamp())).bytes();
        byte[] key = Arrays.copyOf(place, place.length + row.length);
        System.arraycopy(row, 0, key, place.length, row.length);
        batch.put(key, NO_VALUE);
        if (batch != swept) {
            swept = batch;
            deleteOver(batch);
        }
    }

    private void deleteOver(ProjectionBatch batch) {
        byte[] end = ProjectionKey.table(table).time(Instant.ofEpochMilli(over() + 1)).bytes();
        if (oldest(1).stream().noneMatch(entry -> isBefore(entry.key(), end))) {
            return;
        }
        for (ProjectionPage.Entry entry : oldest(ProjectionStore.LARGEST_PAGE)) {
            byte[] key = entry.key();
            if (!isBefore(key, end)) {
                return;
            }
            batch.delete(key);
            batch.delete(Arrays.copyOfRange(key, end.length, key.length));
            batch.afterWrite(() -> deletedTo = key);
        }
    }

    /** Starts after the deleted range, or the scan would skip everything that the store has not removed yet. */
    private List<ProjectionPage.Entry> oldest(int limit) {
        return store.scan(ProjectionKey.table(table).bytes(), deletedTo, limit).entries();
    }

    private static boolean isBefore(byte[] key, byte[] end) {
        return Arrays.compareUnsigned(key, end) < 0;
    }

    /** The newest time whose records are not kept any more. */
    private long over() {
        return Math.min(newest, clock.millis()) - kept.toMillis();
    }
}
