package io.postrider.web.resource;

import io.postrider.schemas.Context;
import io.postrider.schemas.Idempotency;
import java.util.Optional;

/**
 * A command for one aggregate, with its preconditions.
 *
 * @param command command of the domain
 * @param expectedVersion required version of the aggregate; empty for any
 */
public record CommandRequest(
        Context context,
        String aggregate,
        Record command,
        Optional<Long> expectedVersion,
        Optional<Idempotency> idempotency) {

    /** A command that does not depend on the present state. */
    public static CommandRequest of(
            Context context, String aggregate, Record command, Optional<Idempotency> idempotency) {
        return new CommandRequest(context, aggregate, command, Optional.empty(), idempotency);
    }
}
