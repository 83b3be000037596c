package io.postrider.schemas.catalogue;

import java.util.List;
import java.util.Set;

/**
 * One permission of an API key.
 *
 * @param name for example {@code links:read}
 * @param presets the presets that include it beside {@code full} and {@code read_only}
 */
public record Scope(String name, Set<String> presets) {

    public Scope {
        presets = Set.copyOf(presets);
    }

    /** A scope of some presets. */
    public static Scope of(String name, String... presets) {
        return new Scope(name, Set.of(presets));
    }

    /** The scopes to read and to write a kind of resource. */
    public static List<Scope> readWrite(String resources, String... presets) {
        return List.of(of(resources + ":read", presets), of(resources + ":write", presets));
    }
}
