package io.postrider.schemas;

import io.postrider.domain.kernel.Rejection;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The result of a command: the response to its sender and to repeated requests.
 *
 * @param kind one of {@link #ACCEPTED}, {@link #UNCHANGED}, {@link #REJECTED}, {@link #RESERVED}, {@link #KEY_REUSED}
 * @param version of the aggregate, after the command
 * @param event the newest event record of the aggregate, framed as in its topic
 * @param partition of the command
 * @param offset of the command in its partition
 * @param changed the offset of the newest command of the partition up to this one that created a version; -1 for none
 * @param requestHash SHA-256 of the request body, where the request had an Idempotency-Key
 * @param decidedAt when the log took the command, by the clock of its broker
 * @param replayed whether this outcome had been reached before, by an earlier command
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared, and bytes are what is stored.
public record CommandOutcome(
        String commandId,
        String aggregate,
        String kind,
        long version,
        byte @Nullable [] event,
        @Nullable Rejection rejection,
        int partition,
        long offset,
        long changed,
        @Nullable String requestHash,
        Instant decidedAt,
        boolean replayed) {

    public static final String ACCEPTED = "accepted";
    public static final String UNCHANGED = "unchanged";
    public static final String REJECTED = "rejected";

    /** The Idempotency-Key is taken for this request body. */
    public static final String RESERVED = "reserved";

    /** The Idempotency-Key was taken for another request body. */
    public static final String KEY_REUSED = "key_reused";

    /** The same outcome, marked as reached before. */
    public CommandOutcome asReplay() {
        return new CommandOutcome(
                commandId,
                aggregate,
                kind,
                version,
                event,
                rejection,
                partition,
                offset,
                changed,
                requestHash,
                decidedAt,
                true);
    }
}
