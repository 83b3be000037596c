package io.postrider.domain.automation;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Metadata;
import io.postrider.domain.kernel.Resource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An address at which another system publishes events.
 *
 * @param eventType the type of the events, for example {@code order.paid}; with a type expression, the type if the expression
 *     returns none, and empty if these events are rejected
 * @param token the hash of the token in the address; empty if the address has none
 * @param secret the secret of the endpoint's proof as ciphertext; null for none
 * @param formerSecret the previous secret as ciphertext, which is still accepted; null for none
 * @param mapping a JSONata expression that returns the data of an event; null for the unchanged body
 * @param schema the JSON Schema of the data; null for none
 * @param intake the settings of accepted requests
 */
public record Endpoint(
        String id,
        String workspace,
        String name,
        String eventType,
        EndpointAuth auth,
        boolean enabled,
        String token,
        @Nullable String secret,
        @Nullable String formerSecret,
        @Nullable String mapping,
        @Nullable EndpointSchema schema,
        EndpointIntake intake,
        Map<String, String> metadata,
        Instant createdAt,
        Instant updatedAt)
        implements Resource {

    /** Suffix of the name of a proof whose secret was replaced. */
    private static final String FORMER = "-former";

    public Endpoint {
        metadata = Map.copyOf(metadata);
    }

    /** The purpose under which the secret of an endpoint is sealed. */
    public static String purpose(String id) {
        return id + "/secret";
    }

    /** The proofs of which each does, in their order. */
    public List<EndpointProof> proofs() {
        List<EndpointProof> all = new ArrayList<>(intake.otherProofs());
        all.addFirst(firstProof());
        return all;
    }

    /** The proofs that are accepted: beside the others that with the secret before. */
    public List<EndpointProof> acceptedProofs() {
        List<EndpointProof> all = proofs();
        if (formerSecret != null) {
            EndpointProof first = all.getFirst();
            all.add(
                    new EndpointProof(
                            first.name() + FORMER, first.auth(), formerSecret, first.signature()));
        }
        return all;
    }

    private EndpointProof firstProof() {
        String given = intake.proofName();
        return new EndpointProof(
                given == null ? auth.label() : given, auth, secret, intake.signature());
    }

    /** A proof as it would be kept: one without a secret has that of the proof of its name. */
    EndpointProof kept(EndpointProof given) {
        return given.secret() != null || !given.auth().needsSecret()
                ? given
                : proofs().stream()
                        .filter(proof -> proof.name().equals(given.name()))
                        .findFirst()
                        .map(proof -> given.withSecret(proof.secret()))
                        .orElse(given);
    }

    Endpoint touchedAt(Instant at) {
        return withToken(token, at);
    }

    Endpoint withToken(String other, Instant at) {
        return new Endpoint(
                id,
                workspace,
                name,
                eventType,
                auth,
                enabled,
                other,
                secret,
                formerSecret,
                mapping,
                schema,
                intake,
                metadata,
                createdAt,
                at);
    }

    List<FieldError> errors() {
        List<FieldError> errors = new ArrayList<>(Metadata.errors(metadata));
        List<EndpointProof> proofs = proofs();
        for (int i = 0; i < proofs.size(); i++) {
            errors.addAll(errors(proofs.get(i), intake.proofName() == null ? "" : "/proofs/" + i));
        }
        return errors;
    }

    private static List<FieldError> errors(EndpointProof proof, String at) {
        List<FieldError> errors = new ArrayList<>();
        if (proof.auth().needsSecret() && proof.secret() == null) {
            errors.add(new FieldError(at + "/secret", "required", "This auth requires a secret."));
        }
        if (proof.auth() == EndpointAuth.CUSTOM && proof.signature() == null) {
            errors.add(
                    new FieldError(
                            at + "/signature", "required", "The auth custom requires signature."));
        }
        return errors;
    }
}
