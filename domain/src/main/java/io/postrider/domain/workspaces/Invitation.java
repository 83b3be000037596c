package io.postrider.domain.workspaces;

import java.time.Instant;

/**
 * An invitation to become a member; accepting it requires its token and the invited address.
 *
 * @param id {@code inv_} id
 * @param email encrypted under the workspace's data key
 * @param emailHash HMAC-SHA-256 of the address in lower case, under a pepper that is not in the log
 * @param role {@code owner}, {@code admin}, {@code developer} or {@code viewer}
 * @param tokenHash HMAC-SHA-256 of the token, in hex, under a pepper that is not in the log
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
