package io.postrider.expressions;

import io.postrider.expressions.BoundFunction.Body;
import io.postrider.expressions.BoundFunction.Library;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The functions on numbers that can make endless digits. */
final class NumberFunctions {

    private static final int DIGITS = 100;
    private static final int PICTURE_CHARS = 100;
    private static final int ROMAN = 9_999;

    private NumberFunctions() {}

    static Map<String, Body> all() {
        return Map.of(
                "round", NumberFunctions::round,
                "random", (_, _) -> JsonataRun.CURRENT.get().random().nextDouble(),
                "formatNumber", NumberFunctions::pictured,
                "formatInteger", NumberFunctions::integer,
                "parseInteger", NumberFunctions::pictured);
    }

    private static @Nullable Object round(Arguments arguments, Library library) {
        Number digits = arguments.number(1);
        if (digits != null && Math.abs(digits.doubleValue()) > DIGITS) {
            throw new IllegalArgumentException("A number is rounded to at most 100 digits.");
        }
        return library.call(arguments.list());
    }

    private static @Nullable Object integer(Arguments arguments, Library library) {
        Number value = arguments.number(0);
        String picture = arguments.text(1);
        boolean roman = picture != null && (picture.startsWith("I") || picture.startsWith("i"));
        if (roman && value != null && Math.abs(value.doubleValue()) > ROMAN) {
            // One letter M for each thousand, and one call in the other.
            throw new IllegalArgumentException("Roman numbers end at 9,999.");
        }
        return pictured(arguments, library);
    }

    private static @Nullable Object pictured(Arguments arguments, Library library) {
        String picture = arguments.text(1);
        if (picture != null && picture.length() > PICTURE_CHARS) {
            throw new IllegalArgumentException(
                    "The picture of a number has at most 100 characters.");
        }
        return library.call(arguments.list());
    }
}
