package io.postrider.expressions;

import com.dashjoin.jsonata.JException;
import io.postrider.expressions.BoundFunction.Body;
import io.postrider.expressions.BoundFunction.Library;
import io.postrider.expressions.bounds.Budget;
import io.postrider.expressions.bounds.Joins;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The functions on texts that the library does without a bound, or in the language of the machine. */
final class TextFunctions {

    private TextFunctions() {}

    static Map<String, Body> all() {
        return Map.of(
                "string", TextFunctions::string,
                "substring", (arguments, _) -> substring(arguments),
                "lowercase", (arguments, _) -> lowercase(arguments.text(0)),
                "uppercase", (arguments, _) -> uppercase(arguments.text(0)),
                "pad", (arguments, _) -> pad(arguments),
                "join", (arguments, _) -> join(arguments));
    }

    private static @Nullable Object string(Arguments arguments, Library library) {
        Object value = arguments.get(0);
        if (value != null && Boolean.TRUE.equals(arguments.get(1))) {
            // Each entry gets a line of its own, with two spaces for each level.
            Budget budget = Budget.CURRENT.get();
            budget.text(budget.entriesOf(value) * 2 * budget.heightOf(value));
        }
        return library.call(arguments.list());
    }

    private static @Nullable String substring(Arguments arguments) {
        String text = arguments.text(0);
        Number start = arguments.number(1);
        if (text == null || start == null) {
            return text;
        }
        int chars = text.codePointCount(0, text.length());
        long from = start.longValue();
        from = from < 0 ? Math.max(0, chars + from) : Math.min(from, chars);
        Number length = arguments.number(2);
        long to =
                length == null
                        ? chars
                        : Math.min(chars, from + Math.min(length.longValue(), chars));
        return to <= from
                ? ""
                : text.substring(
                        text.offsetByCodePoints(0, (int) from),
                        text.offsetByCodePoints(0, (int) to));
    }

    private static @Nullable String lowercase(@Nullable String text) {
        return text == null ? null : text.toLowerCase(Locale.ROOT);
    }

    private static @Nullable String uppercase(@Nullable String text) {
        return text == null ? null : text.toUpperCase(Locale.ROOT);
    }

    private static @Nullable String pad(Arguments arguments) {
        String text = arguments.text(0);
        Number width = arguments.number(1);
        if (text == null || width == null) {
            return text;
        }
        String given = arguments.text(2);
        String fill = given == null || given.isEmpty() ? " " : given;
        long missing = Math.abs(width.longValue()) - text.codePointCount(0, text.length());
        if (missing <= 0) {
            return text;
        }
        Budget.CURRENT.get().text(missing + text.length());
        int fillChars = fill.codePointCount(0, fill.length());
        String filling =
                fill.repeat((int) (missing / fillChars))
                        + fill.substring(
                                0, fill.offsetByCodePoints(0, (int) (missing % fillChars)));
        return width.longValue() < 0 ? filling + text : text + filling;
    }

    private static @Nullable String join(Arguments arguments) {
        List<?> parts = arguments.array(0);
        if (parts == null) {
            return null;
        }
        String separator = arguments.text(1);
        StringBuilder joined = new StringBuilder();
        String between = "";
        for (Object part : parts) {
            if (!(part instanceof String text)) {
                throw new JException("T0412", -1, parts.size(), "s");
            }
            joined.append(between);
            Joins.append(joined, text);
            between = separator == null ? "" : separator;
        }
        return joined.toString();
    }
}
