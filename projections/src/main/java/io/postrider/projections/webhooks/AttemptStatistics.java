package io.postrider.projections.webhooks;

import io.postrider.platform.views.ProjectionBatch;
import io.postrider.platform.views.ProjectionKey;
import io.postrider.platform.views.ProjectionStore;
import io.postrider.projections.reading.RetainedRows;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.Topics;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Counts the attempts of each workspace by hour, grouped by everything that statistics group by. */
final class AttemptStatistics {

    static final long HOUR = Duration.ofHours(1).toMillis();

    /** The group of what belongs to none of the first groups of an hour. */
    static final String OTHER = "other";

    private static final int GROUPS = 0x38;
    private static final int ENDS = 0x39;
    private static final int GROUPS_COUNT = 0x3A;

    /** Groups of a workspace in an hour, except webhooks, which have a limit of their own. */
    private static final int GROUPS_MAX = 100;

    private static final Set<String> COUNTED =
            Set.of(
                    Attempt.DELIVERED,
                    Attempt.RETRY,
                    Attempt.EXHAUSTED,
                    Attempt.GONE,
                    Attempt.UNKNOWN);

    private final RetainedRows retained;

    AttemptStatistics(ProjectionStore store, InstantSource clock) {
        this.retained =
                new RetainedRows(
                        store, ENDS, Objects.requireNonNull(Topics.ATTEMPTS.retention()), clock);
    }

    /** The rows of a kind of group, hour by hour. */
    static byte[] groups(String workspace, GroupBy by) {
        return groupsKey(workspace, by).bytes();
    }

    /** The key that precedes the rows of an hour. */
    static byte[] before(String workspace, GroupBy by, long hour) {
        return groupsKey(workspace, by).number(hour).bytes();
    }

    /** The row of a group in an hour. */
    static byte[] group(String workspace, GroupBy by, long hour, String name) {
        return groupsKey(workspace, by).number(hour).text(name).bytes();
    }

    private static ProjectionKey groupsKey(String workspace, GroupBy by) {
        return ProjectionKey.table(GROUPS).id(workspace).octet(by.octet());
    }

    static long hour(Instant at) {
        return Math.floorDiv(at.toEpochMilli(), HOUR);
    }

    /** Counts an attempt that was not counted before. */
    void count(ConsumerRecord<byte[], byte[]> record, Attempt attempt, ProjectionBatch batch) {
        if (!COUNTED.contains(attempt.outcome()) || !retained.keeps(record)) {
            return;
        }
        for (GroupBy by : GroupBy.values()) {
            count(record, attempt, by, batch);
        }
    }

    private void count(
            ConsumerRecord<byte[], byte[]> record,
            Attempt attempt,
            GroupBy by,
            ProjectionBatch batch) {
        long hour = hour(attempt.at());
        String name = by.group(attempt);
        byte[] key = group(attempt.workspace(), by, hour, name);
        byte[] known = batch.get(key);
        if (known == null && !hasRoom(attempt.workspace(), by, hour, batch)) {
            name = OTHER;
            key = group(attempt.workspace(), by, hour, name);
            known = batch.get(key);
        }
        if (known == null) {
            retained.add(record, batch, key);
            byte[] groups = countKey(attempt.workspace(), by, hour);
            if (batch.add(groups, 1) == 1) {
                retained.add(record, batch, groups);
            }
        }
        AttemptCounts counts =
                known == null ? new AttemptCounts() : CountedGroup.of(known).counts();
        counts.add(attempt);
        batch.put(key, new CountedGroup(name, counts).bytes());
    }

    private static boolean hasRoom(String workspace, GroupBy by, long hour, ProjectionBatch batch) {
        return by == GroupBy.ENDPOINT || batch.add(countKey(workspace, by, hour), 0) < GROUPS_MAX;
    }

    private static byte[] countKey(String workspace, GroupBy by, long hour) {
        return ProjectionKey.table(GROUPS_COUNT)
                .id(workspace)
                .octet(by.octet())
                .number(hour)
                .bytes();
    }
}
