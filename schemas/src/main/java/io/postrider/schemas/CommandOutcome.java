package io.postrider.schemas;

import io.postrider.domain.kernel.Rejection;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The result of a command: the response to its sender and to repeated requests.
 *
 * @param kind the kind of outcome: {@link #ACCEPTED}, {@link #UNCHANGED}, {@link #REJECTED}, {@link #RESERVED} or {@link
 *     #KEY_REUSED}
 * @param version the version of the aggregate after the command
 * @param event the newest event record of the aggregate, framed as in its topic
 * @param partition the partition of the command
 * @param offset the offset of the command in its partition
 * @param changed the offset of the newest command of the partition up to this one that created a version; -1 for none
 * @param requestHash the SHA-256 of the request body of a request with an Idempotency-Key; null for others
 * @param decidedAt the time at which the log appended the command, by the clock of its broker
 * @param replayed whether an earlier command had this outcome before
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared; the bytes are stored.
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

    /** The Idempotency-Key is reserved for this request body. */
    public static final String RESERVED = "reserved";

    /** The Idempotency-Key was used for another request body. */
    public static final String KEY_REUSED = "key_reused";

    /** The same outcome, marked as repeated. */
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

    /** The same outcome in a partition of another cluster, which has none of the commands of this one. */
    public CommandOutcome movedTo(int other) {
        return new CommandOutcome(
                commandId,
                aggregate,
                kind,
                version,
                event,
                rejection,
                other,
                -1,
                -1,
                requestHash,
                decidedAt,
                replayed);
    }
}
