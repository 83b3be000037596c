package io.postrider.schemas;

import org.jspecify.annotations.Nullable;

/**
 * The caller that asked for a change.
 *
 * @param type {@code key}, {@code user}, {@code rule}, {@code endpoint} or {@code system}
 * @param id the id of the key, user, rule or endpoint, or the name of the part of the system
 * @param cause of what a rule does, and of what the system does for a rule; null for all others
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
    private static final String SYSTEM = "system";

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

    /** Whether a part of Postrider asked. */
    public boolean isSystem() {
        return type.equals(SYSTEM);
    }

    /** A part of Postrider itself. */
    public static Actor system(String name) {
        return new Actor(SYSTEM, name);
    }

    /** The same actor with a cause. */
    public Actor causedBy(@Nullable Cause other) {
        return new Actor(type, id, other);
    }

    /** The same actor; a part of the system has the cause of the actor that it goes on for, unless it has one of its own. */
    public Actor goingOnFor(Actor before) {
        return type.equals(SYSTEM) && cause == null ? causedBy(before.cause()) : this;
    }
}
