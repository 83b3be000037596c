package io.postrider.schemas.catalogue;

import io.postrider.domain.webhooks.EventTypePattern;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The event types of this release. A type whose group the service does not use belongs to the workspace that publishes
 * it.
 */
public final class EventTypes {

    private static final List<String> ALL =
            Stream.concat(
                            Catalogue.ofWorkspaces().stream()
                                    .flatMap(entry -> entry.events().stream())
                                    .map(EventType::name),
                            Catalogue.namedFacts().stream().map(FactType::name))
                    .toList();

    private static final Pattern OWN =
            Pattern.compile("[a-z][a-z0-9_]{0,39}(\\.[a-z0-9_]{1,40}){1,4}");

    /** Groups that belong to the service beside those of its types. */
    private static final Set<String> RESERVED =
            Set.of("event", "delivery", "conversation", "broadcast", "postrider");

    private EventTypes() {}

    /**
     * The error of a type or a group of types for a person; empty if an event can match it. A subscriber to a type that never
     * occurs would never learn the reason.
     */
    public static Optional<String> objection(String given) {
        if (!EventTypePattern.isValid(given)) {
            return Optional.of("Expected a type such as link.created, or a group such as link.*.");
        }
        String pattern = EventTypePattern.canonical(given);
        return canMatch(pattern) ? Optional.empty() : Optional.of(instead(pattern));
    }

    /** The reason why a caller cannot publish events of a type, for a person; empty if it can. */
    public static Optional<String> publishingObjection(String type) {
        if (!OWN.matcher(type).matches()) {
            return Optional.of("Expected a type with a group and a name, such as order.paid.");
        }
        return ofGroup(type).findAny().isEmpty() && !RESERVED.contains(group(type))
                ? Optional.empty()
                : Optional.of("The group " + group(type) + " is reserved for Postrider.");
    }

    /** Whether an event can ever match a valid pattern. */
    private static boolean canMatch(String pattern) {
        if (pattern.equals("*")) {
            return true;
        }
        boolean hasGroup = pattern.contains(".");
        return hasGroup && (ofGroup(pattern).findAny().isEmpty() || known(pattern));
    }

    /** A suggestion for a pattern that no event can match, for a person. */
    private static String instead(String pattern) {
        List<String> types = ofGroup(pattern).toList();
        if (types.isEmpty()) {
            return "Expected a type with a group and a name, such as link.created. Groups of Postrider: "
                    + ALL.stream()
                            .map(type -> group(type) + ".*")
                            .distinct()
                            .collect(Collectors.joining(", "))
                    + ".";
        }
        String group = group(pattern) + ".*";
        return "Unknown type. Types of this group: "
                + Stream.concat(types.stream(), Stream.of(group))
                        .distinct()
                        .collect(Collectors.joining(", "))
                + ".";
    }

    private static Stream<String> ofGroup(String pattern) {
        String group = group(pattern);
        return ALL.stream().filter(type -> group(type).equals(group));
    }

    private static boolean known(String pattern) {
        return ALL.stream()
                .anyMatch(type ->
                        EventTypePattern.matches(pattern, stem(type))
                                || EventTypePattern.matches(type, stem(pattern)));
    }

    /** Without the star at the end, where there is one. */
    private static String stem(String pattern) {
        return pattern.endsWith("*") ? pattern.substring(0, pattern.length() - 1) : pattern;
    }

    private static String group(String type) {
        int dot = type.indexOf('.');
        return dot < 0 ? type : type.substring(0, dot);
    }
}
