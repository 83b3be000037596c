package io.postrider.domain.automation;

import io.postrider.domain.automation.EndpointIntake.CustomSignature;
import org.jspecify.annotations.Nullable;

/**
 * A method by which requests to an endpoint are authenticated.
 *
 * @param name the name of the proof, unique in the endpoint
 * @param secret the secret as ciphertext; null for none, and in a change for the present one
 * @param signature the place of the signature, for {@code custom}; null for others
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
