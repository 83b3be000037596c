package io.postrider.domain.webhooks;

import io.postrider.domain.kernel.Resource;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A replay: deliveries of a webhook that are sent again in the background, the newest first.
 *
 * @param rate the deliveries that it requests in a second at most
 * @param reader the events that its creator may read, as the text of a reader
 * @param requested the deliveries that were requested again
 * @param skipped the deliveries that match and cannot be sent
 * @param cursor the place in the list of deliveries up to which the counts are; null at its beginning
 * @param error the reason why it failed; null for none
 * @param endedAt the time of its end; null while it runs
 */
public record Replay(
        String id,
        String workspace,
        String webhookId,
        ReplayFilter filter,
        int rate,
        String reader,
        ReplayStatus status,
        long requested,
        long skipped,
        @Nullable String cursor,
        @Nullable String error,
        @Nullable Instant endedAt,
        Instant createdAt,
        Instant updatedAt)
        implements Resource {

    /** A replay that has not begun. */
    public static Replay pending(
            String id,
            String workspace,
            String webhookId,
            ReplayFilter filter,
            int rate,
            String reader,
            Instant at) {
        return new Replay(
                id,
                workspace,
                webhookId,
                filter,
                rate,
                reader,
                ReplayStatus.PENDING,
                0,
                0,
                null,
                null,
                null,
                at,
                at);
    }

    /** The deliveries that were found to match. */
    public long matched() {
        return requested + skipped;
    }

    Replay advanced(ReplayProgress progress, Instant at) {
        return new Replay(
                id,
                workspace,
                webhookId,
                filter,
                rate,
                reader,
                ReplayStatus.RUNNING,
                requested + progress.requested(),
                skipped + progress.skipped(),
                progress.cursor(),
                null,
                null,
                createdAt,
                at);
    }

    Replay ended(ReplayStatus with, @Nullable String reason, Instant at) {
        return new Replay(
                id, workspace, webhookId, filter, rate, reader, with, requested, skipped, cursor,
                reason, at, createdAt, at);
    }
}
