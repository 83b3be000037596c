package io.postrider.domain.workspaces;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What a member may do in a workspace, as scopes; the later ones may all that the earlier ones may. */
public enum Role {
    /** Reads everything but the audit. */
    VIEWER,
    /** Uses everything, and gives keys. */
    DEVELOPER,
    /** Lets people in and out too, and reads who did what. */
    ADMIN,
    /** Makes owners too. */
    OWNER;

    private static final Set<String> OF_ADMINS =
            Set.of("workspace:write", "members:write", "audit:read");

    /** The role of a name in lower case; empty for any other. */
    public static Optional<Role> named(String name) {
        return Arrays.stream(values()).filter(role -> role.label().equals(name)).findFirst();
    }

    /** The name in lower case. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether it may give another one a role, or take it from him. */
    public boolean mayGive(Role other) {
        return compareTo(ADMIN) >= 0 && compareTo(other) >= 0;
    }

    /** Whether whoever has it may do what a scope allows. */
    public boolean may(String scope) {
        return switch (this) {
            case VIEWER -> scope.endsWith(":read") && !OF_ADMINS.contains(scope);
            case DEVELOPER -> !OF_ADMINS.contains(scope);
            case ADMIN, OWNER -> true;
        };
    }
}
