package io.postrider.domain.workspaces;

import java.time.Instant;

/**
 * Somebody who may enter a workspace.
 *
 * @param role the label of a {@link Role}
 */
public record Member(String userId, String role, Instant since) {

    /** The role; whoever has one that is not known any more may do the least. */
    public Role roleOf() {
        return Role.named(role).orElse(Role.VIEWER);
    }
}
