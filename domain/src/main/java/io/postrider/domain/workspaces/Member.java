package io.postrider.domain.workspaces;

import java.time.Instant;

/**
 * A user with access to a workspace.
 *
 * @param role {@code owner}, {@code admin}, {@code developer} or {@code viewer}
 */
public record Member(String userId, String role, Instant since) {

    /** The role; whoever has one that is not known any more may do the least. */
    public Role roleOf() {
        return Role.named(role).orElse(Role.VIEWER);
    }
}
