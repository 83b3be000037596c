package io.postrider.identity.oidc;

/** The provider does not respond, or not correctly; the message contains no personal data or secrets. */
public final class OidcException extends RuntimeException {

    OidcException(String message) {
        super(message);
    }
}
