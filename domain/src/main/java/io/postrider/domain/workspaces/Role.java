package io.postrider.domain.workspaces;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The role of a member, which defines scopes; each role includes the ones before it. */
public enum Role {
    /** Reads everything except the audit log. */
    VIEWER,
    /** Changes resources and creates keys. */
    DEVELOPER,
    /** Also manages members and reads the audit log. */
    ADMIN,
    /** Also manages owners. */
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

    /** Whether this role may grant or revoke another role. */
    public boolean mayGive(Role other) {
        return compareTo(ADMIN) >= 0 && compareTo(other) >= 0;
    }

    /** Whether the role includes a scope. */
    public boolean may(String scope) {
        return switch (this) {
            case VIEWER -> scope.endsWith(":read") && !OF_ADMINS.contains(scope);
            case DEVELOPER -> !OF_ADMINS.contains(scope);
            case ADMIN, OWNER -> true;
        };
    }
}
