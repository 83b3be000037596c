package io.postrider.webhooks.health;

import java.time.Duration;

/**
 * The deliveries of an endpoint that were exhausted.
 *
 * @param open those that were not reported yet
 * @param reported those of the last report
 * @param reportedAtMillis the time of the last report; 0 for none
 */
record Exhaustions(Batch open, Batch reported, long reportedAtMillis) {

    /** An endpoint has at most one report in this time. */
    static final Duration PAUSE = Duration.ofMinutes(1);

    static final Exhaustions NONE = new Exhaustions(Batch.EMPTY, Batch.EMPTY, 0);

    /**
     * Deliveries of one report.
     *
     * @param offset the offset of the first, from which the ID of the report is derived
     * @param sinceMillis the end of the first
     * @param error the error code of the last
     */
    record Batch(int count, long offset, long sinceMillis, String error) {
        static final Batch EMPTY = new Batch(0, 0, 0, "");
    }

    Exhaustions with(String error, long endedMillis, long offset) {
        Batch more =
                open.count() == 0
                        ? new Batch(1, offset, endedMillis, error)
                        : new Batch(open.count() + 1, open.offset(), open.sinceMillis(), error);
        return new Exhaustions(more, reported, reportedAtMillis);
    }

    /** Whether a report is due. */
    boolean isDue(long nowMillis) {
        return open.count() > 0 && nowMillis - reportedAtMillis >= PAUSE.toMillis();
    }

    Exhaustions reportedAt(long nowMillis) {
        return new Exhaustions(Batch.EMPTY, open, nowMillis);
    }
}
