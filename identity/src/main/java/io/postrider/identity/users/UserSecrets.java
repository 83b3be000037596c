package io.postrider.identity.users;

import io.postrider.domain.users.User;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.platform.secrets.TokenHasher;
import java.util.Locale;
import java.util.Optional;

/** What is known of a person in the forms in which the log may have it: sealed under his own key, or hashed. */
public final class UserSecrets {

    private final SecretBox box;
    private final TokenHasher hasher;

    public UserSecrets(SecretBox box, TokenHasher hasher) {
        this.box = box;
        this.hasher = hasher;
    }

    /** What is sealed; each text can be opened as what it was sealed as, and as nothing else. */
    public enum Part {
        EMAIL,
        NAME,
        PASSWORD,
        TOTP_SEED,
        TOTP_SETUP
    }

    /** How an address is found; in which case it is written makes no difference. */
    public String emailHash(String email) {
        return hasher.hash("email|" + email.strip().toLowerCase(Locale.ROOT));
    }

    /** The aggregate of an address: who claims it first has it. */
    public static String aggregateOf(String emailHash) {
        return User.claimOf(emailHash);
    }

    /** How an account elsewhere is found. */
    public String identityHash(String issuer, String subject) {
        return hasher.hash("oidc|" + issuer.length() + "|" + issuer + "|" + subject);
    }

    /** The aggregate of an account elsewhere: who claims it first has it. */
    public static String aggregateOfIdentity(String identityHash) {
        return User.claimOfIdentity(identityHash);
    }

    /** How the value of a cookie, or a recovery code, is recognised. */
    String hash(String credential) {
        return hasher.hash(credential);
    }

    /** Seals a text; empty if the user's data key is not known here (yet, or any more). */
    public Optional<String> seal(String userId, Part part, String text) {
        return box.seal(userId, purpose(part), text);
    }

    /** Opens what was sealed for the same user and part; empty for anything else. */
    Optional<String> open(String userId, Part part, String sealed) {
        return box.open(userId, purpose(part), sealed);
    }

    private static String purpose(Part part) {
        return "user/" + part.name().toLowerCase(Locale.ROOT);
    }
}
