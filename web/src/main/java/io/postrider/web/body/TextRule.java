package io.postrider.web.body;

import io.postrider.domain.kernel.FieldError;
import java.util.Optional;

/** A rule for texts: length and characters. The length is counted in code points, as JSON Schema does. */
public record TextRule(int lengthMin, int lengthMax, Characters characters) {

    /** Which characters it may have. */
    public enum Characters {
        /** Printable ones. */
        LINE,
        /** Line breaks and tabs too. */
        LINES,
        /** Any characters. */
        ANY
    }

    /** One line of printable characters. */
    public static TextRule line(int lengthMin, int lengthMax) {
        return new TextRule(lengthMin, lengthMax, Characters.LINE);
    }

    /** Any text that is no more than this long. */
    public static TextRule lines(int lengthMax) {
        return lines(0, lengthMax);
    }

    /** Any text within these lengths. */
    public static TextRule lines(int lengthMin, int lengthMax) {
        return new TextRule(lengthMin, lengthMax, Characters.LINES);
    }

    /** Whatever was found somewhere, and is only looked at. */
    public static TextRule any(int lengthMax) {
        return new TextRule(0, lengthMax, Characters.ANY);
    }

    /** The error in a text; empty if the text is valid. */
    Optional<FieldError> objection(String pointer, String text) {
        int length = text.codePointCount(0, text.length());
        if (length < lengthMin || length > lengthMax) {
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
                            "Expected text without control characters and unpaired surrogates."));
        }
        return lengthMin > 0 && text.isBlank()
                ? Optional.of(
                        new FieldError(pointer, "blank", "Expected a text that is not blank."))
                : Optional.empty();
    }

    private boolean isAllowed(int c) {
        if (characters == Characters.ANY) {
            return true;
        }
        if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
            return false;
        }
        boolean isBreak = c == '\n' || c == '\r' || c == '\t';
        return !Character.isISOControl(c) || (characters == Characters.LINES && isBreak);
    }
}
