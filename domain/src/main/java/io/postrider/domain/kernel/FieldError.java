package io.postrider.domain.kernel;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One field of a request that cannot be accepted.
 *
 * @param pointer the JSON pointer of the field, for example {@code /expires_at}
 * @param code a stable code in snake case
 * @param detail a description in one sentence
 */
public record FieldError(String pointer, String code, String detail) {

    /** The error of a time that must be in the future; empty for a valid or missing one. */
    public static Optional<FieldError> inThePast(
            String pointer, @Nullable Instant time, Instant now) {
        return time == null || time.isAfter(now)
                ? Optional.empty()
                : Optional.of(
                        new FieldError(pointer, "in_the_past", "Expected a time in the future."));
    }
}
