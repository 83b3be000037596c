package io.postrider.identity.users;

import io.postrider.domain.users.User;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.platform.secrets.TokenHasher;
import java.util.Locale;
import java.util.Optional;

/** Protects personal data in the log: seals it under the user's key, or hashes it. */
public final class UserSecrets {

    private final SecretBox box;
    private final TokenHasher hasher;

    public UserSecrets(SecretBox box, TokenHasher hasher) {
        this.box = box;
        this.hasher = hasher;
    }

    /** The kind of a sealed text; a text can be decrypted only as the kind that it was sealed as. */
    public enum Part {
        EMAIL,
        NAME,
        PASSWORD,
        TOTP_SEED,
        TOTP_SETUP
    }

    /** The hash by which an address is found; upper and lower case give the same hash. */
    public String emailHash(String email) {
        return hasher.hash("email|" + email.strip().toLowerCase(Locale.ROOT));
    }

    /** The aggregate of an address, which belongs to the first user who claims it. */
    public static String aggregateOf(String emailHash) {
        return User.claimOf(emailHash);
    }

    /** The hash by which an account of a provider is found. */
    public String identityHash(String issuer, String subject) {
        return hasher.hash("oidc|" + issuer.length() + "|" + issuer + "|" + subject);
    }

    /** The aggregate of an account of a provider, which belongs to the first user who claims it. */
    public static String aggregateOfIdentity(String identityHash) {
        return User.claimOfIdentity(identityHash);
    }

    /** The hash by which the value of a cookie, or a recovery code, is recognised. */
    String hash(String credential) {
        return hasher.hash(credential);
    }

    /** Seals a text; empty if this node does not know the user's data key (yet, or any more). */
    public Optional<String> seal(String userId, Part part, String text) {
        return box.seal(userId, purpose(part), text);
    }

    /** Decrypts a text that was sealed for the same user and part; empty for any other text. */
    Optional<String> open(String userId, Part part, String sealed) {
        return box.open(userId, purpose(part), sealed);
    }

    private static String purpose(Part part) {
        return "user/" + part.name().toLowerCase(Locale.ROOT);
    }
}
