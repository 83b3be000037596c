package io.postrider.expressions;

import com.dashjoin.jsonata.Functions;
import com.dashjoin.jsonata.JException;
import com.dashjoin.jsonata.Utils;
import com.google.re2j.Matcher;
import io.postrider.expressions.BoundFunction.Body;
import io.postrider.expressions.bounds.Budget;
import io.postrider.expressions.bounds.Joins;
import io.postrider.expressions.bounds.Regex;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The functions that search in texts, for a text or for a regular expression. */
final class SearchFunctions {

    private SearchFunctions() {}

    static Map<String, Body> all() {
        return Map.of(
                "substringBefore", (arguments, _) -> before(arguments.text(0), arguments.text(1)),
                "substringAfter", (arguments, _) -> after(arguments.text(0), arguments.text(1)),
                "contains", (arguments, _) -> contains(arguments.text(0), arguments.get(1)),
                "match", (arguments, _) -> match(arguments),
                "split", (arguments, _) -> split(arguments),
                "replace", (arguments, _) -> replace(arguments));
    }

    private static @Nullable String before(@Nullable String text, @Nullable String part) {
        int found = text == null || part == null ? -1 : Joins.next(text, part, 0);
        return text == null || found < 0 ? text : text.substring(0, found);
    }

    private static @Nullable String after(@Nullable String text, @Nullable String part) {
        if (text == null || part == null) {
            return text;
        }
        int found = Joins.next(text, part, 0);
        return found < 0 ? text : text.substring(found + part.length());
    }

    private static @Nullable Object contains(@Nullable String text, @Nullable Object part) {
        if (text == null) {
            return null;
        }
        return part instanceof String string
                ? Joins.next(text, string, 0) >= 0
                : Regex.find(regex(part).matcher(text));
    }

    private static @Nullable Object match(Arguments arguments) {
        String text = arguments.text(0);
        if (text == null) {
            return null;
        }
        long limit = limit(arguments.number(2), "D3040");
        List<Object> matches = Utils.createSequence();
        Matcher matcher = regex(arguments.get(1)).matcher(text);
        while (matches.size() < limit && Regex.find(matcher)) {
            Map<String, Object> match = new LinkedHashMap<>();
            match.put("match", matcher.group());
            match.put("index", matcher.start());
            match.put("groups", RegexFunction.groups(matcher));
            matches.add(match);
            Budget.CURRENT.get().entries(matches.size());
        }
        return matches;
    }

    private static @Nullable Object split(Arguments arguments) {
        String text = arguments.text(0);
        if (text == null) {
            return null;
        }
        long limit = limit(arguments.number(2), "D3020");
        if (arguments.get(1) instanceof String separator) {
            return Joins.split(text, separator, limit, false);
        }
        List<String> parts = new ArrayList<>();
        Matcher matcher = regex(arguments.get(1)).matcher(text);
        int start = 0;
        while (parts.size() < limit && Regex.find(matcher)) {
            parts.add(text.substring(start, matcher.start()));
            Budget.CURRENT.get().entries(parts.size());
            start = matcher.end();
        }
        if (parts.size() < limit) {
            parts.add(text.substring(start));
        }
        return parts;
    }

    private static @Nullable String replace(Arguments arguments) throws Throwable {
        String text = arguments.text(0);
        if (text == null) {
            return null;
        }
        long limit = limit(arguments.number(3), "D3011");
        Object replacement = arguments.get(2);
        if (!(arguments.get(1) instanceof String part)) {
            return replaceMatches(text, regex(arguments.get(1)), replacement, limit);
        }
        if (part.isEmpty()) {
            throw new JException("D3010", -1);
        }
        if (!(replacement instanceof String string)) {
            throw new JException("D3012", -1);
        }
        return Joins.replace(text, part, string, limit);
    }

    private static String replaceMatches(
            String text, RegexFunction regex, @Nullable Object replacement, long limit)
            throws Throwable {
        StringBuilder replaced = new StringBuilder();
        Matcher matcher = regex.matcher(text);
        int start = 0;
        for (long count = 0; count < limit && Regex.find(matcher); count++) {
            Joins.append(replaced, text.substring(start, matcher.start()));
            Joins.append(
                    replaced,
                    replacement instanceof String template
                            ? filled(template, matcher)
                            : called(replacement, matcher));
            start = matcher.end();
        }
        Joins.append(replaced, text.substring(start));
        return replaced.toString();
    }

    private static String called(@Nullable Object function, Matcher matcher) throws Throwable {
        Object result = Functions.funcApply(function, List.of(RegexFunction.match(matcher)));
        if (result instanceof String text) {
            return text;
        }
        throw new JException("D3012", -1);
    }

    /** $0 is the match, $1 its first group and so on, $$ a dollar sign; a group that is none is empty. */
    private static String filled(String template, Matcher matcher) {
        StringBuilder filled = new StringBuilder();
        int at = 0;
        while (at < template.length()) {
            char c = template.charAt(at++);
            if (c != '$' || at == template.length()) {
                filled.append(c);
            } else if (template.charAt(at) == '$') {
                filled.append('$');
                at++;
            } else {
                int end = groupEnd(template, at, matcher.groupCount());
                filled.append(end == at ? "$" : group(matcher, template.substring(at, end)));
                at = end;
            }
            Budget.CURRENT.get().text(filled.length());
        }
        return filled.toString();
    }

    /** As many digits as make the number of a group, and one if none do. */
    private static int groupEnd(String template, int from, int groups) {
        int end = from;
        int number = 0;
        while (end < template.length() && Character.digit(template.charAt(end), 10) >= 0) {
            number = number * 10 + Character.digit(template.charAt(end), 10);
            if (end > from && number > groups) {
                break;
            }
            end++;
        }
        return end;
    }

    private static String group(Matcher matcher, String digits) {
        int number = Integer.parseInt(digits);
        String group = number <= matcher.groupCount() ? matcher.group(number) : null;
        return group == null ? "" : group;
    }

    private static RegexFunction regex(@Nullable Object value) {
        if (value instanceof RegexFunction regex) {
            return regex;
        }
        throw new IllegalArgumentException(
                "Expected a string or a regular expression to search for.");
    }

    private static long limit(@Nullable Number limit, String error) {
        if (limit != null && limit.longValue() < 0) {
            throw new JException(error, -1);
        }
        return limit == null ? Long.MAX_VALUE : limit.longValue();
    }
}
