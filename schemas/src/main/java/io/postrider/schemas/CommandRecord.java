package io.postrider.schemas;

import org.jspecify.annotations.Nullable;

/**
 * One record of a command topic.
 *
 * @param body a command of the domain; null for a type without a body, such as {@link #RESERVE}
 */
public record CommandRecord(CommandHeader header, @Nullable Record body) {

    /**
     * The type of a command that only reserves an Idempotency-Key for a request body, in the partition of the key, before the
     * command in the partition of the body's aggregate.
     */
    public static final String RESERVE = "idempotency.reserve";
}
