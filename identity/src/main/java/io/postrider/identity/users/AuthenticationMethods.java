package io.postrider.identity.users;

import io.postrider.domain.users.User;
import io.postrider.identity.users.SecondFactors.Proof;
import org.jspecify.annotations.Nullable;

/**
 * The methods by which a user has authenticated (OpenID Connect {@code amr}).
 *
 * @param password hash of the given password, sealed, which counts as long as it is the user's; null if none was required
 * @param identity hash of the account at a provider; null for authentication with a password
 * @param code code of a second factor
 */
public record AuthenticationMethods(
        @Nullable String password, @Nullable String identity, Proof code) {

    /** The methods of a user who has given the password, if there is one, and a code. */
    static AuthenticationMethods by(User user, Proof code) {
        return new AuthenticationMethods(user.password(), null, code);
    }

    /** The methods of a user authenticated by a provider. */
    public static AuthenticationMethods elsewhere(String identity) {
        return new AuthenticationMethods(null, identity, Proof.NONE);
    }

    /** The name of the strongest method in the audit log; null if none was required. */
    @Nullable String method() {
        if (identity != null) {
            return "oidc";
        }
        if (code.recoveryHash().isPresent()) {
            return "recovery_code";
        }
        if (code.step().isPresent()) {
            return "second_factor";
        }
        return password == null ? null : "password";
    }

    @Override
    public String toString() {
        return "Proved[]";
    }
}
