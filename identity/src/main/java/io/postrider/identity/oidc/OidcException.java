package io.postrider.identity.oidc;

/** A provider does not answer, or not as it should; the message has nothing of persons or secrets. */
public final class OidcException extends RuntimeException {

    OidcException(String message) {
        super(message);
    }
}
