package io.postrider.identity.oidc;

import java.util.Optional;

/**
 * The user that a provider has authenticated.
 *
 * @param subject permanent id of the user at the provider
 * @param email e-mail address at the provider
 * @param emailVerified whether the provider has verified the address
 */
public record OidcPerson(
        String issuer,
        String subject,
        Optional<String> email,
        boolean emailVerified,
        Optional<String> name) {

    @Override
    public String toString() {
        return "OidcPerson[]";
    }
}
