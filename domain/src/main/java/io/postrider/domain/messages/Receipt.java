package io.postrider.domain.messages;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One step of a message, as its provider or Postrider told it.
 *
 * @param at by the clock of the teller
 * @param error the cause of a failure; null for all other steps
 */
public record Receipt(MessageStatus status, Instant at, @Nullable MessageError error) {

    /** A step that is no failure. */
    public static Receipt of(MessageStatus status, Instant at) {
        return new Receipt(status, at, null);
    }
}
