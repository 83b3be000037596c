package io.postrider.identity.oidc;

import java.util.Optional;

/**
 * Whom a provider has let in.
 *
 * @param subject who he is there, for ever
 * @param email as the provider has it
 * @param emailVerified whether the provider has seen that the address is his
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
