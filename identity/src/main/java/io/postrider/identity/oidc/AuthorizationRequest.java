package io.postrider.identity.oidc;

/**
 * The values of one authorization request (RFC 6749, section 4.1.1).
 *
 * @param state value that the browser brings back
 * @param nonce value that the ID token brings back
 * @param verifier value that proves that the same client redeems the code (RFC 7636)
 */
public record AuthorizationRequest(String state, String nonce, String verifier) {

    @Override
    public String toString() {
        return "AuthorizationRequest[]";
    }
}
