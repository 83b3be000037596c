package io.postrider.web.resource;

import io.postrider.schemas.Context;
import io.postrider.schemas.Idempotency;
import java.util.Optional;

/**
 * What a request wants of one aggregate.
 *
 * @param command a command of the domain
 * @param expectedVersion refuse unless the aggregate is at this version
 */
public record CommandRequest(
        Context context,
        String aggregate,
        Record command,
        Optional<Long> expectedVersion,
        Optional<Idempotency> idempotency) {

    /** Something that does not depend on what there is. */
    public static CommandRequest of(
            Context context, String aggregate, Record command, Optional<Idempotency> idempotency) {
        return new CommandRequest(context, aggregate, command, Optional.empty(), idempotency);
    }
}
