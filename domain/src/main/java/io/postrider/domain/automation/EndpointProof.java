package io.postrider.domain.automation;

import io.postrider.domain.automation.EndpointIntake.CustomSignature;
import org.jspecify.annotations.Nullable;

/**
 * A way in which requests prove that they may publish at an endpoint.
 *
 * @param name the owner's, which no other proof of the endpoint has
 * @param secret ciphertext; null for none, and in a change for the one there is
 * @param signature where the code is, for {@code custom}; null for others
 */
public record EndpointProof(
        String name,
        EndpointAuth auth,
        @Nullable String secret,
        @Nullable CustomSignature signature) {

    /** The same proof with another secret. */
    public EndpointProof withSecret(@Nullable String other) {
        return new EndpointProof(name, auth, other, signature);
    }

    /** Without the secret, since it is plain until it is sealed. */
    @Override
    public String toString() {
        return "EndpointProof[" + name + " " + auth + "]";
    }
}
