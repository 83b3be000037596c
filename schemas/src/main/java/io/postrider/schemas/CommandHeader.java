package io.postrider.schemas;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What every command record says besides what is asked.
 *
 * @param id {@code cmd_} id; its UUID is also that of the first event
 * @param time by the clock of the node that sends it, in milliseconds; the decision holds it against the time of its append
 * @param expectedVersion refuse unless the aggregate is at this version
 * @param replyTo where the answer is waited for, when that may be another node
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
