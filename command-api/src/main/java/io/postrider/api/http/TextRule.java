package io.postrider.api.http;

import io.postrider.domain.kernel.FieldError;
import java.util.Optional;

/**
 * What a text of a caller may be.
 *
 * @param lines whether it may have line breaks and tabs
 */
public record TextRule(int lengthMin, int lengthMax, boolean lines) {

    /** One line of printable characters. */
    public static TextRule line(int lengthMin, int lengthMax) {
        return new TextRule(lengthMin, lengthMax, false);
    }

    /** Any text that is no more than this long. */
    public static TextRule lines(int lengthMax) {
        return new TextRule(0, lengthMax, true);
    }

    /** What is wrong with a text; empty if nothing is. */
    Optional<FieldError> objection(String pointer, String text) {
        if (text.length() < lengthMin || text.length() > lengthMax) {
            return Optional.of(
                    new FieldError(
                            pointer,
                            "invalid_length",
                            "Expected " + lengthMin + " to " + lengthMax + " characters."));
        }
        if (!text.codePoints().allMatch(this::isAllowed)) {
            return Optional.of(
                    new FieldError(
                            pointer,
                            "invalid_characters",
                            "Control characters and halves of characters cannot be kept."));
        }
        return lengthMin > 0 && text.isBlank()
                ? Optional.of(new FieldError(pointer, "blank", "Must not be blank."))
                : Optional.empty();
    }

    private boolean isAllowed(int c) {
        if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
            return false;
        }
        boolean isBreak = c == '\n' || c == '\r' || c == '\t';
        return !Character.isISOControl(c) || (lines && isBreak);
    }
}
