package io.postrider.domain.webhooks;

import java.util.List;
import java.util.regex.Pattern;

/** What an entry of {@code event_types} stands for: one type, all below a dot, or everything. */
public final class EventTypePattern {

    private static final Pattern SHAPE =
            Pattern.compile("\\*|[a-z][a-z0-9_]*(\\.[a-z0-9_]+)*(\\.\\*)?");
    private static final int LENGTH_MAX = 100;

    private EventTypePattern() {}

    /** Whether the text can stand in {@code event_types}. */
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

    /** Whether an event type falls under any of the patterns; under none of no patterns. */
    public static boolean anyMatches(List<String> patterns, String eventType) {
        return patterns.stream().anyMatch(pattern -> matches(pattern, eventType));
    }

    /** Whether an event type falls under a pattern. */
    public static boolean matches(String pattern, String eventType) {
        if (pattern.equals("*")) {
            return true;
        }
        return pattern.endsWith(".*")
                ? eventType.startsWith(pattern.substring(0, pattern.length() - 1))
                : eventType.equals(pattern);
    }
}
