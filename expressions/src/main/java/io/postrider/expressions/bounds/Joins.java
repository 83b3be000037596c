package io.postrider.expressions.bounds;

import java.util.ArrayList;
import java.util.List;

/** Splits and joins texts within the budget of the current evaluation. */
public final class Joins {

    private Joins() {}

    public static void append(StringBuilder joined, String part) {
        Budget.CURRENT.get().text((long) joined.length() + part.length());
        joined.append(part);
    }

    /** Replaces the first occurrences; an empty part occurs before each character and at the end. */
    public static String replace(String text, String part, String replacement, long limit) {
        StringBuilder replaced = new StringBuilder();
        int start = 0;
        int found = limit > 0 ? next(text, part, 0) : -1;
        for (long count = 1; found >= 0; count++) {
            append(replaced, text.substring(start, found));
            append(replaced, replacement);
            start = found + part.length();
            found =
                    count < limit
                            ? next(text, part, part.isEmpty() ? found + width(text, found) : start)
                            : -1;
        }
        append(replaced, text.substring(start));
        return replaced.toString();
    }

    /**
     * The texts between the separators; an empty separator takes every character for itself.
     *
     * @param rest whether the last of a limited number holds what is left
     */
    public static List<String> split(String text, String separator, long limit, boolean rest) {
        List<String> parts = new ArrayList<>();
        int start = 0;
        int found = next(text, separator, separator.isEmpty() ? width(text, 0) : 0);
        while (parts.size() + (rest ? 1 : 0) < limit
                && found >= 0
                && !(separator.isEmpty() && found >= text.length())) {
            parts.add(text.substring(start, found));
            Budget.CURRENT.get().entries(parts.size());
            start = found + separator.length();
            found = next(text, separator, separator.isEmpty() ? start + width(text, start) : start);
        }
        if (parts.size() < limit && !(separator.isEmpty() && text.isEmpty())) {
            parts.add(text.substring(start));
        }
        return parts;
    }

    /** The next position of a part, or -1. */
    public static int next(String text, String part, int from) {
        if (from > text.length()) {
            return -1;
        }
        Budget budget = Budget.CURRENT.get();
        budget.step();
        budget.search(text.length() - from, part.length());
        int found = text.indexOf(part, from);
        budget.searched((found < 0 ? text.length() : found) - from, part.length());
        return found;
    }

    private static int width(String text, int at) {
        return at < text.length() ? Character.charCount(text.codePointAt(at)) : 1;
    }
}
