package io.postrider.identity.oidc;

/** A provider does not answer, or not as it should; the message has nothing of persons or secrets. */
public final class OidcFailed extends RuntimeException {

    OidcFailed(String message) {
        super(message);
    }
}
