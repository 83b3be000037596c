package io.postrider.identity.users;

import io.postrider.domain.workspaces.Invitation;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.platform.secrets.TokenHasher;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;

/**
 * What is known of an invitation in the forms in which the log may have it: the token hashed, and the address sealed under
 * the workspace's key, since nobody need be a user yet who is invited.
 */
public final class InvitationSecrets {

    private final SecretBox box;
    private final TokenHasher hasher;

    InvitationSecrets(SecretBox box, TokenHasher hasher) {
        this.box = box;
        this.hasher = hasher;
    }

    /** How a token is recognised. */
    public String hash(InvitationToken token) {
        return hasher.hash("invitation|" + token.text());
    }

    /** Whether a token is the one of this invitation. */
    boolean matches(InvitationToken token, Invitation invitation) {
        return MessageDigest.isEqual(
                hash(token).getBytes(StandardCharsets.US_ASCII),
                invitation.tokenHash().getBytes(StandardCharsets.US_ASCII));
    }

    /** Seals the address; empty if the workspace's data key is not known here (yet, or any more). */
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
