package io.postrider.domain.kernel;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One field of a request that cannot be accepted.
 *
 * @param pointer JSON pointer to the field, for example {@code /expires_at}
 * @param code stable, snake case
 * @param detail one sentence for a person
 */
public record FieldError(String pointer, String code, String detail) {

    /** What is wrong with a time that must be in the future, if there is one. */
    public static Optional<FieldError> inThePast(
            String pointer, @Nullable Instant time, Instant now) {
        return time == null || time.isAfter(now)
                ? Optional.empty()
                : Optional.of(
                        new FieldError(pointer, "in_the_past", "Expected a time in the future."));
    }
}
