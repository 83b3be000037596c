package io.postrider.domain.workspaces;

import java.time.Instant;

/**
 * A user with access to a workspace.
 *
 * @param role the role: {@code owner}, {@code admin}, {@code developer} or {@code viewer}
 */
public record Member(String userId, String role, Instant since) {

    /** The role; an unknown role counts as viewer. */
    public Role roleOf() {
        return Role.named(role).orElse(Role.VIEWER);
    }
}
