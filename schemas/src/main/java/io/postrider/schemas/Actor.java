package io.postrider.schemas;

/**
 * The caller that asked for a change.
 *
 * @param type {@code key}, {@code user} or {@code system}
 * @param id the id of the key or user, or the name of the part of the system
 */
public record Actor(String type, String id) {

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
