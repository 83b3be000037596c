package io.postrider.schemas;

import org.jspecify.annotations.Nullable;

/**
 * The caller that asked for a change.
 *
 * @param type {@code key}, {@code user}, {@code rule}, {@code endpoint} or {@code system}
 * @param id the id of the key, user, rule or endpoint, or the name of the part of the system
 * @param cause of what a rule does; null for all others
 */
public record Actor(String type, String id, @Nullable Cause cause) {

    /** A caller that no event led to. */
    public Actor(String type, String id) {
        this(type, id, null);
    }

    /** A run of a rule. */
    public static Actor rule(String id, Cause cause) {
        return new Actor("rule", id, cause);
    }

    private static final String KEY = "key";
    private static final String USER = "user";

    /** An API key. */
    public static Actor key(String id) {
        return new Actor(KEY, id);
    }

    /** Somebody who is signed in. */
    public static Actor user(String id) {
        return new Actor(USER, id);
    }

    /** Whether a user asked. */
    public boolean isUser() {
        return type.equals(USER);
    }

    /** Whether a key asked. */
    public boolean isKey() {
        return type.equals(KEY);
    }

    /** A part of Postrider itself. */
    public static Actor system(String name) {
        return new Actor("system", name);
    }
}
