package io.postrider.domain.workspaces;

import java.time.Instant;

/**
 * An invitation to become a member, for whoever has its token and the address.
 *
 * @param id {@code inv_…}
 * @param email sealed under the workspace's data key
 * @param emailHash HMAC-SHA-256 of the address in lower case
 * @param role the label of a {@link Role}
 * @param tokenHash HMAC-SHA-256 of the token under the pepper, in hex
 * @param invitedBy the user who invites
 */
public record Invitation(
        String id,
        String email,
        String emailHash,
        String role,
        String tokenHash,
        String invitedBy,
        Instant createdAt,
        Instant expiresAt) {

    /** Whether it can still be accepted. */
    public boolean isOpen(Instant at) {
        return at.isBefore(expiresAt);
    }

    @Override
    public String toString() {
        return "Invitation[" + id + ", " + role + "]";
    }
}
