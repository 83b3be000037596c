package io.postrider.domain.webhooks;

import java.util.List;
import java.util.regex.Pattern;

/** An entry of {@code event_types}: one type, all types of a group, or all types. */
public final class EventTypePattern {

    private static final Pattern SHAPE =
            Pattern.compile("\\*|[a-z][a-z0-9_]*(\\.[a-z0-9_]+)*(\\.\\*)?");
    private static final int LENGTH_MAX = 100;

    private EventTypePattern() {}

    /** Whether a text is a valid entry of {@code event_types}. */
    public static boolean isValid(String pattern) {
        return pattern.length() <= LENGTH_MAX && SHAPE.matcher(pattern).matches();
    }

    /** The types behind the short names of the published description; any other text as it is. */
    public static String canonical(String pattern) {
        return switch (pattern) {
            case "create" -> "link.created";
            case "list" -> "link.listed";
            case "click" -> "link.clicked";
            default -> pattern;
        };
    }

    /** Whether an event type matches any of the patterns; without patterns, none matches. */
    public static boolean anyMatches(List<String> patterns, String eventType) {
        return patterns.stream().anyMatch(pattern -> matches(pattern, eventType));
    }

    /** Whether an event type matches a pattern. */
    public static boolean matches(String pattern, String eventType) {
        if (pattern.equals("*")) {
            return true;
        }
        return pattern.endsWith(".*")
                ? eventType.startsWith(pattern.substring(0, pattern.length() - 1))
                : eventType.equals(pattern);
    }
}
