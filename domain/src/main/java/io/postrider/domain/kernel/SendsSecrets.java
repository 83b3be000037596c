package io.postrider.domain.kernel;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** A resource with stored secrets that Postrider sends to another service. */
public interface SendsSecrets {

    /** The server that receives the secrets, and the form in which they are sent. */
    List<String> destination();

    /** The secrets, as ciphertext. */
    Collection<String> sentSecrets();

    /**
     * The objection to a change that sends a stored secret to another destination: the caller may never have known the
     * secret, and the destination may be the caller's own.
     *
     * @param pointer the field that the objection names
     */
    static Optional<FieldError> objection(SendsSecrets before, SendsSecrets after, String pointer) {
        return before.destination().equals(after.destination())
                        || Collections.disjoint(before.sentSecrets(), after.sentSecrets())
                ? Optional.empty()
                : Optional.of(
                        new FieldError(
                                pointer,
                                "secret_required",
                                "The destination changed, and stored secrets are not sent to a new destination."
                                        + " Send the secret again in the same request."));
    }
}
