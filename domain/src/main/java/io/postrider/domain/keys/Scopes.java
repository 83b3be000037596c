package io.postrider.domain.keys;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The scopes that a key can hold, and the presets that stand for several of them. */
public final class Scopes {

    private static final List<String> READ_WRITE =
            List.of(
                    "workspace",
                    "members",
                    "keys",
                    "domains",
                    "links",
                    "instances",
                    "media",
                    "groups",
                    "contacts",
                    "webhooks",
                    "models");
    private static final Set<String> ALL = new LinkedHashSet<>();

    static {
        for (String resource : READ_WRITE) {
            ALL.add(resource + ":read");
            ALL.add(resource + ":write");
        }
        ALL.addAll(
                List.of(
                        "clicks:read",
                        "messages:read",
                        "messages:send",
                        "models:invoke",
                        "events:read",
                        "events:replay",
                        "automation.endpoints:read",
                        "automation.endpoints:write",
                        "automation.endpoints:publish",
                        "automation.rules:read",
                        "automation.rules:write",
                        "automation.rules:replay",
                        "automation.runs:read",
                        "automation.runs:write",
                        "audit:read"));
    }

    private Scopes() {}

    /** Every scope there is, in a stable order. */
    public static List<String> all() {
        return List.copyOf(ALL);
    }

    /** Whether there is such a scope. */
    public static boolean exists(String scope) {
        return ALL.contains(scope);
    }

    /** The scopes that a preset stands for today; empty for an unknown name. */
    public static Optional<List<String>> preset(String name) {
        return switch (name) {
            case "full" -> Optional.of(all());
            case "read_only" ->
                    Optional.of(ALL.stream().filter(scope -> scope.endsWith(":read")).toList());
            case "links" ->
                    Optional.of(
                            starting("links:", "domains:", "clicks:", "webhooks:", "events:read"));
            case "whatsapp" ->
                    Optional.of(
                            starting(
                                    "instances:",
                                    "messages:",
                                    "media:",
                                    "groups:",
                                    "contacts:",
                                    "webhooks:",
                                    "events:read"));
            case "automation" ->
                    Optional.of(starting("automation.", "webhooks:", "events:read", "models:read"));
            default -> Optional.empty();
        };
    }

    /** Whether the held scopes cover a wanted one; {@code write} implies {@code read} of the same resource. */
    public static boolean covers(Collection<String> held, String wanted) {
        if (held.contains(wanted)) {
            return true;
        }
        return wanted.endsWith(":read")
                && held.contains(wanted.substring(0, wanted.length() - "read".length()) + "write");
    }

    private static List<String> starting(String... prefixes) {
        List<String> chosen = new ArrayList<>();
        for (String scope : ALL) {
            for (String prefix : prefixes) {
                if (scope.startsWith(prefix)) {
                    chosen.add(scope);
                }
            }
        }
        return List.copyOf(chosen);
    }
}
