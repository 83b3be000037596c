package io.postrider.webhooks.api;

import io.postrider.domain.webhooks.Replay;
import io.postrider.domain.webhooks.ReplayProgress;
import io.postrider.web.resource.Versioned;
import io.postrider.webhooks.api.ReplayPages.Page;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What this node has done of a replay since its last recorded progress. */
final class ReplayRun {

    private static final int RECORDED_EVERY = 1_000;
    private static final Duration RECORDED_WITHIN = Duration.ofSeconds(5);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final long SECOND_NANOS = Duration.ofSeconds(1).toNanos();

    private final Versioned<Replay> recorded;
    private final Instant begun;
    private @Nullable String cursor;
    private long requested;
    private long skipped;
    private boolean hasMoved;
    private boolean isOver;
    private Instant due;

    /** @param recorded the replay with its last recorded progress */
    ReplayRun(Versioned<Replay> recorded, Instant due) {
        this.recorded = recorded;
        this.cursor = recorded.value().cursor();
        this.begun = due;
        this.due = due;
    }

    Replay replay() {
        return recorded.value();
    }

    long version() {
        return recorded.version();
    }

    @Nullable String cursor() {
        return cursor;
    }

    /** The deliveries of the next page: those of a second at most. */
    int limit() {
        return Math.min(ReplayPages.PAGE_MAX, replay().rate());
    }

    Instant due() {
        return due;
    }

    boolean isDue(Instant now) {
        return !due.isAfter(now);
    }

    /** Continues after a page, as soon as the rate allows it. */
    void add(Page page, Instant now) {
        requested += page.requested();
        skipped += page.skipped();
        cursor = page.cursor();
        hasMoved = true;
        isOver = cursor == null;
        due = now.plusNanos(page.requested() * SECOND_NANOS / replay().rate());
    }

    /** Tries again later. */
    void pause(Instant now) {
        due = now.plus(PAUSE);
    }

    /** Whether every delivery was looked at. */
    boolean isOver() {
        return isOver;
    }

    /** Whether its progress is to be recorded. */
    boolean isToRecord(Instant now) {
        return hasMoved
                && (isOver
                        || requested + skipped >= RECORDED_EVERY
                        || !now.isBefore(begun.plus(RECORDED_WITHIN)));
    }

    ReplayProgress progress() {
        return new ReplayProgress(requested, skipped, cursor);
    }
}
