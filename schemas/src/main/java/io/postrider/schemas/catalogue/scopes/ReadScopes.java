package io.postrider.schemas.catalogue.scopes;

import io.postrider.domain.webhooks.EventTypePattern;
import io.postrider.schemas.catalogue.AggregateType;
import io.postrider.schemas.catalogue.Catalogue;
import io.postrider.schemas.catalogue.FactEvents;
import io.postrider.schemas.catalogue.Scope;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The scope that reads each event type: the read scope of its resource. A type that a workspace publishes itself is read with
 * {@code events:read}.
 */
public final class ReadScopes {

    /** The scope of the types that workspaces publish. */
    public static final String OWN_TYPES = "events:read";

    /** Resources that are read with the scope of another kind. */
    private static final Map<String, String> BORROWED =
            Map.of(
                    "delivery_replay", "webhooks:read",
                    "model_connection", "models:read",
                    "template", "instances:read",
                    "state", "automation.rules:read",
                    "http_connection", "automation.rules:read",
                    "own_event_type", OWN_TYPES);

    /** Types whose data needs another scope than the resource that they are about. */
    private static final Map<String, String> APART =
            Map.of(
                    FactEvents.LISTED.name(), "links:read",
                    FactEvents.CLICKED.name(), "clicks:read",
                    FactEvents.REJECTED.name(), "automation.endpoints:read",
                    FactEvents.DUPLICATE.name(), "automation.endpoints:read",
                    FactEvents.EXHAUSTED.name(), "webhooks:read");

    private static final Map<String, String> BY_TYPE = byType();

    private ReadScopes() {}

    /** The scope that reads events of a type. */
    public static String of(String type) {
        return BY_TYPE.getOrDefault(type, OWN_TYPES);
    }

    /** The types of the service with the scope of each, in the order of the catalogue. */
    public static Map<String, String> table() {
        return BY_TYPE;
    }

    /** Every scope that reads events, in a stable order. */
    public static List<String> all() {
        return Stream.concat(BY_TYPE.values().stream(), Stream.of(OWN_TYPES)).distinct().toList();
    }

    /** The scopes that read all present types of a pattern; for {@code *} those of every type. */
    public static List<String> ofPattern(String pattern) {
        if (pattern.equals("*")) {
            return all();
        }
        List<String> known =
                BY_TYPE.entrySet().stream()
                        .filter(entry -> EventTypePattern.matches(pattern, entry.getKey()))
                        .map(Map.Entry::getValue)
                        .distinct()
                        .toList();
        return known.isEmpty() ? List.of(OWN_TYPES) : known;
    }

    private static Map<String, String> byType() {
        Map<String, String> table = new LinkedHashMap<>();
        for (AggregateType<?, ?, ?, ?> entry : Catalogue.ofWorkspaces()) {
            entry.events().forEach(event -> table.put(event.name(), of(entry, event.name())));
        }
        Catalogue.namedFacts().forEach(fact -> table.put(fact.name(), APART.get(fact.name())));
        return Collections.unmodifiableMap(table);
    }

    private static String of(AggregateType<?, ?, ?, ?> entry, String type) {
        if (type.startsWith("workspace.member_") || type.startsWith("workspace.invitation_")) {
            return "members:read";
        }
        // A notice may contain messages, such as an echo.
        if (type.equals("instance.notice")) {
            return "messages:read";
        }
        return entry.scopes().stream()
                .map(Scope::name)
                .filter(scope -> scope.endsWith(":read"))
                .findFirst()
                .or(() -> Optional.ofNullable(BORROWED.get(entry.name())))
                .orElseThrow(() -> new IllegalStateException("no scope reads " + type));
    }
}
