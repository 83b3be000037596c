package io.postrider.schemas.catalogue.scopes;

import io.postrider.schemas.catalogue.Catalogue;
import io.postrider.schemas.catalogue.Scope;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The scopes that a key can hold, and the presets that stand for several of them. */
public final class Scopes {

    /** Scopes that belong to no single kind of resource. */
    private static final List<Scope> OTHERS =
            List.of(
                    Scope.of("events:read", "links", "whatsapp", "automation"),
                    Scope.of("events:publish", "automation"),
                    Scope.of("audit:read"));

    private static final Map<String, Scope> ALL =
            Stream.concat(
                            Catalogue.all().stream().flatMap(entry -> entry.scopes().stream()),
                            OTHERS.stream())
                    .collect(
                            Collectors.toMap(
                                    Scope::name,
                                    Function.identity(),
                                    (first, _) -> {
                                        throw new IllegalStateException(first + " twice");
                                    },
                                    java.util.LinkedHashMap::new));

    private Scopes() {}

    /** Every scope, in a stable order. */
    public static List<String> all() {
        return List.copyOf(ALL.keySet());
    }

    /** Whether a text is a scope. */
    public static boolean exists(String scope) {
        return ALL.containsKey(scope);
    }

    /** The names of the presets, in a stable order. */
    public static List<String> presets() {
        return Stream.concat(
                        ALL.values().stream().flatMap(scope -> scope.presets().stream()).distinct(),
                        Stream.of("read_only", "full"))
                .toList();
    }

    /** The scopes that a preset stands for; empty for an unknown name. */
    public static Optional<List<String>> preset(String name) {
        List<String> chosen =
                switch (name) {
                    case "full" -> all();
                    case "read_only" ->
                            all().stream().filter(scope -> scope.endsWith(":read")).toList();
                    default ->
                            ALL.values().stream()
                                    .filter(scope -> scope.presets().contains(name))
                                    .map(Scope::name)
                                    .toList();
                };
        return chosen.isEmpty() ? Optional.empty() : Optional.of(chosen);
    }

    /** Whether held scopes cover a wanted scope; {@code write} implies {@code read} of the same resource. */
    public static boolean covers(Collection<String> held, String wanted) {
        if (held.contains(wanted)) {
            return true;
        }
        return wanted.endsWith(":read")
                && held.contains(wanted.substring(0, wanted.length() - "read".length()) + "write");
    }
}
