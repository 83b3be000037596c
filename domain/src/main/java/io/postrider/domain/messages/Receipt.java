package io.postrider.domain.messages;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One step of a message, as its provider or Postrider told it.
 *
 * @param at by the clock of the teller
 * @param error the cause of a failure; null for all other steps
 * @param billing JSON of {@code pricing} and {@code conversation} as the provider has them; null where it told neither
 */
public record Receipt(
        MessageStatus status, Instant at, @Nullable MessageError error, @Nullable String billing) {

    /** A step without a price. */
    public Receipt(MessageStatus status, Instant at, @Nullable MessageError error) {
        this(status, at, error, null);
    }

    /** A step that is no failure. */
    public static Receipt of(MessageStatus status, Instant at) {
        return new Receipt(status, at, null);
    }
}
