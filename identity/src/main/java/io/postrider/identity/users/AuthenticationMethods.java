package io.postrider.identity.users;

import io.postrider.domain.users.User;
import io.postrider.identity.users.SecondFactors.Proof;
import org.jspecify.annotations.Nullable;

/**
 * What somebody has proved who he is with.
 *
 * @param password as it is sealed, so that it counts as long as it is the user's; null if it was not asked for
 * @param identity who he is elsewhere; null for who has proved it here
 * @param code of a second factor
 */
public record AuthenticationMethods(
        @Nullable String password, @Nullable String identity, Proof code) {

    /** Of a user who has given his password, if he has one. */
    static AuthenticationMethods by(User user, Proof code) {
        return new AuthenticationMethods(user.password(), null, code);
    }

    /** Of a user whom somebody else has let in. */
    public static AuthenticationMethods elsewhere(String identity) {
        return new AuthenticationMethods(null, identity, Proof.NONE);
    }

    /** What of that says most of who he is, as the audit calls it; null where nothing was asked for. */
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
