package io.postrider.decider;

import static java.util.Objects.requireNonNull;

import io.postrider.schemas.CommandHeader;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.Idempotency;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One record of a command topic, as far as it could be understood. */
sealed interface DecodedCommand {

    CommandPosition origin();

    /** What the record says of itself, but with the time of its append; made up from its place in the log where it says nothing. */
    CommandHeader header();

    /** The UUID of the command's id; its events' ids come from it. */
    UUID uuid();

    /** A command that can be decided. */
    record Command(CommandPosition origin, CommandHeader header, UUID uuid, @Nullable Record body)
            implements DecodedCommand {

        boolean isReservation() {
            return header.type().equals(CommandRecord.RESERVE);
        }

        Instant time() {
            return header.time();
        }

        Record requiredBody() {
            return requireNonNull(body, () -> "no body in " + header.id());
        }

        Idempotency requiredIdempotency() {
            return requireNonNull(header.idempotency(), () -> "no key in " + header.id());
        }
    }

    /** A command that cannot be decided, because its time is too far from its append. */
    record Skewed(CommandPosition origin, CommandHeader header, UUID uuid)
            implements DecodedCommand {}

    /**
     * Bytes that are no command, now and whenever they are read again.
     *
     * @param cause what was thrown when they were read
     */
    record Unreadable(CommandPosition origin, CommandHeader header, UUID uuid, Throwable cause)
            implements DecodedCommand {}
}
