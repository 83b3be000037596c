package io.postrider.domain.messages;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A step of a message, as its provider or Postrider reported it.
 *
 * @param at the time of the step, by the clock of its source
 * @param error the cause of a failure; null for all other steps
 * @param billing the provider's {@code pricing} and {@code conversation} as JSON; null for neither
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
