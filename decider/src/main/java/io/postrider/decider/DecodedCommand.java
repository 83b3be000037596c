package io.postrider.decider;

import static java.util.Objects.requireNonNull;

import io.postrider.schemas.CommandHeader;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.Idempotency;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A record of a command topic, as far as it could be decoded. */
sealed interface DecodedCommand {

    CommandPosition origin();

    /** The header of the record with the time of its append; derived from its position if it cannot be decoded. */
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
     * Bytes that are not a command, however often they are read.
     *
     * @param cause exception of reading them
     */
    record Unreadable(CommandPosition origin, CommandHeader header, UUID uuid, Throwable cause)
            implements DecodedCommand {}
}
