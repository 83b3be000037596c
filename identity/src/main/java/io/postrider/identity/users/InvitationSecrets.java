package io.postrider.identity.users;

import io.postrider.domain.workspaces.Invitation;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.platform.secrets.TokenHasher;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;

/**
 * Protects the data of invitations in the log: hashes the token, and seals the address under the workspace's key, since the
 * invited person may not be a user yet.
 */
public final class InvitationSecrets {

    private final SecretBox box;
    private final TokenHasher hasher;

    InvitationSecrets(SecretBox box, TokenHasher hasher) {
        this.box = box;
        this.hasher = hasher;
    }

    /** The hash by which a token is recognised. */
    public String hash(InvitationToken token) {
        return hasher.hash("invitation|" + token.text());
    }

    /** Whether a token belongs to an invitation. */
    boolean matches(InvitationToken token, Invitation invitation) {
        return MessageDigest.isEqual(
                hash(token).getBytes(StandardCharsets.US_ASCII),
                invitation.tokenHash().getBytes(StandardCharsets.US_ASCII));
    }

    /** Seals the address; empty if this node does not know the workspace's data key (yet, or any more). */
    public Optional<String> seal(String workspace, String id, String email) {
        return box.seal(workspace, purpose(id), email);
    }

    /** The address; empty if it was erased. */
    public String email(String workspace, Invitation invitation) {
        return box.open(workspace, purpose(invitation.id()), invitation.email()).orElse("");
    }

    private static String purpose(String id) {
        return id + "/email";
    }
}
