package io.postrider.schemas;

import org.jspecify.annotations.Nullable;

/**
 * The caller that asked for a change.
 *
 * @param type the kind of caller: key, user, rule, endpoint or system
 * @param id the id of the key, user, rule or endpoint, or the name of the part of the system
 * @param cause the cause of a change by a rule, or by the system for a rule; null for all others
 */
public record Actor(String type, String id, @Nullable Cause cause) {

    /** A caller without a causing event. */
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

    /** A signed-in user. */
    public static Actor user(String id) {
        return new Actor(USER, id);
    }

    /** Whether the caller is a user. */
    public boolean isUser() {
        return type.equals(USER);
    }

    /** Whether the caller is a key. */
    public boolean isKey() {
        return type.equals(KEY);
    }

    /** Whether the caller is a part of Postrider. */
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

    /** The same actor; a part of the system inherits the cause of the actor before, unless it has its own. */
    public Actor goingOnFor(Actor before) {
        return type.equals(SYSTEM) && cause == null ? causedBy(before.cause()) : this;
    }
}
