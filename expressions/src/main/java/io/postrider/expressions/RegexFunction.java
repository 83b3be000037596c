package io.postrider.expressions;

import com.dashjoin.jsonata.Jsonata.Fn0;
import com.dashjoin.jsonata.Jsonata.JFunction;
import com.google.re2j.Matcher;
import io.postrider.expressions.bounds.Regex;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A regular expression as a value of JSONata, in place of the java.util.regex.Pattern of the library, which takes
 * endless time for some texts. As in JSONata it is a function from a text to its first match.
 */
final class RegexFunction extends JFunction {

    private final Regex regex;

    RegexFunction(Regex regex) {
        super((_, args) -> first(regex, args), "<s:o>");
        this.regex = regex;
    }

    Matcher matcher(String text) {
        return regex.matcher(text);
    }

    /** The groups in brackets of a match; those without a match are empty. */
    static List<String> groups(Matcher matcher) {
        List<String> groups = new ArrayList<>();
        for (int group = 1; group <= matcher.groupCount(); group++) {
            String text = matcher.group(group);
            groups.add(text == null ? "" : text);
        }
        return groups;
    }

    static Map<String, Object> match(Matcher matcher) {
        Map<String, Object> match = new LinkedHashMap<>();
        match.put("match", matcher.group());
        match.put("start", matcher.start());
        match.put("end", matcher.end());
        match.put("groups", groups(matcher));
        return match;
    }

    private static @Nullable Object first(Regex regex, List<?> args) {
        return args.getFirst() instanceof String text ? next(regex.matcher(text)) : null;
    }

    private static @Nullable Map<String, Object> next(Matcher matcher) {
        if (!Regex.find(matcher)) {
            return null;
        }
        Map<String, Object> match = match(matcher);
        match.put("next", (Fn0<@Nullable Object>) () -> next(matcher));
        return match;
    }
}
