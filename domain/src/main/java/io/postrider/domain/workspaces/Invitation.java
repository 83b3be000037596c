package io.postrider.domain.workspaces;

import java.time.Instant;

/**
 * An invitation to become a member; accepting it requires its token and the invited address.
 *
 * @param id the inv_ id of the invitation
 * @param email the invited address, encrypted under the workspace's data key
 * @param emailHash HMAC-SHA-256 of the address in lower case, under a pepper that is not in the log
 * @param role the role: {@code owner}, {@code admin}, {@code developer} or {@code viewer}
 * @param tokenHash HMAC-SHA-256 of the token, in hex, under a pepper that is not in the log
 * @param invitedBy the id of the inviting user
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

    /** Whether the invitation can be accepted. */
    public boolean isOpen(Instant at) {
        return at.isBefore(expiresAt);
    }

    @Override
    public String toString() {
        return "Invitation[" + id + ", " + role + "]";
    }
}
