package io.postrider.identity.oidc;

/**
 * What belongs together in one sign-in with a provider.
 *
 * @param state comes back with the browser
 * @param nonce comes back within the token
 * @param verifier proves to the provider that the code is redeemed by who has asked for it (RFC 7636)
 */
public record AuthorizationRequest(String state, String nonce, String verifier) {

    @Override
    public String toString() {
        return "AuthorizationRequest[]";
    }
}
