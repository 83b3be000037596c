package io.postrider.schemas;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The fields that every command record has besides its body.
 *
 * @param id the {@code cmd_} id of the command; its UUID is also that of the first event
 * @param time the time of the command by the clock of the sending node, in milliseconds; the decision compares it with the time
 *     of its append
 * @param expectedVersion the required version of the aggregate; null for any
 * @param replyTo the node that waits for the outcome, if it may be another one
 */
public record CommandHeader(
        String id,
        String type,
        Instant time,
        String workspace,
        String aggregate,
        @Nullable Actor actor,
        @Nullable String correlationId,
        @Nullable Long expectedVersion,
        @Nullable Idempotency idempotency,
        @Nullable String replyTo) {

    /** The same command at another time. */
    public CommandHeader withTime(Instant other) {
        return new CommandHeader(
                id,
                type,
                other,
                workspace,
                aggregate,
                actor,
                correlationId,
                expectedVersion,
                idempotency,
                replyTo);
    }

    /** The same command of another actor. */
    public CommandHeader withActor(@Nullable Actor other) {
        return new CommandHeader(
                id,
                type,
                time,
                workspace,
                aggregate,
                other,
                correlationId,
                expectedVersion,
                idempotency,
                replyTo);
    }
}
