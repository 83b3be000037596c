package io.postrider.schemas;

import org.jspecify.annotations.Nullable;

/**
 * One record of a command topic.
 *
 * @param body a command of the domain; null where the header's type says all, as for {@link #RESERVE}
 */
public record CommandRecord(CommandHeader header, @Nullable Record body) {

    /**
     * The type of a command that only takes an Idempotency-Key for a request body, in the partition that the key
     * itself leads to, before the command that the body leads to.
     */
    public static final String RESERVE = "idempotency.reserve";
}
