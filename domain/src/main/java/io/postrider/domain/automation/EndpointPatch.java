package io.postrider.domain.automation;

import io.postrider.domain.kernel.Metadata;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A partial update of an endpoint: the fields named in changed get the values given here.
 *
 * @param changed the names of changed fields, as in the public interface, and entries of the metadata, see {@link Metadata}
 * @param secret the new secret, as ciphertext in a command
 */
public record EndpointPatch(
        List<String> changed,
        @Nullable String name,
        @Nullable String eventType,
        @Nullable EndpointAuth auth,
        boolean enabled,
        @Nullable String secret,
        @Nullable String mapping,
        @Nullable EndpointSchema schema,
        EndpointIntake intake,
        Map<String, String> metadata) {

    public EndpointPatch {
        changed = List.copyOf(changed);
        metadata = Map.copyOf(metadata);
    }

    /** The same patch with other secrets: that of the first proof, and those in the proofs beside it. */
    public EndpointPatch withSecrets(@Nullable String first, List<EndpointProof> others) {
        return new EndpointPatch(
                changed,
                name,
                eventType,
                auth,
                enabled,
                first,
                mapping,
                schema,
                intake.withOtherProofs(others),
                metadata);
    }

    /**
     * The endpoint after the update. A replaced secret stays valid beside the new one; if the proofs are replaced, all others
     * end.
     */
    public Endpoint applyTo(Endpoint endpoint, Instant at) {
        boolean replaces = changed.contains("secret");
        boolean reproves = changed.contains("proofs");
        EndpointAuth newAuth =
                auth != null && (reproves || changed.contains("auth")) ? auth : endpoint.auth();
        return new Endpoint(
                endpoint.id(),
                endpoint.workspace(),
                name != null && changed.contains("name") ? name : endpoint.name(),
                eventType != null && changed.contains("event_type")
                        ? eventType
                        : endpoint.eventType(),
                newAuth,
                changed.contains("enabled") ? enabled : endpoint.enabled(),
                endpoint.token(),
                reproves
                        ? endpoint.kept(first(newAuth)).secret()
                        : replaces ? secret : endpoint.secret(),
                reproves ? null : replaces ? endpoint.secret() : endpoint.formerSecret(),
                changed.contains("mapping") ? mapping : endpoint.mapping(),
                changed.contains("schema") ? schema : endpoint.schema(),
                endpoint.intake()
                        .patched(
                                changed,
                                intake.withOtherProofs(
                                        intake.otherProofs().stream()
                                                .map(endpoint::kept)
                                                .toList())),
                Metadata.patched(endpoint.metadata(), changed, metadata),
                endpoint.createdAt(),
                at);
    }

    private EndpointProof first(EndpointAuth as) {
        String given = intake.proofName();
        return new EndpointProof(
                given == null ? as.label() : given, as, secret, intake.signature());
    }

    /** The names only, since the secret is plain text until it is sealed. */
    @Override
    public String toString() {
        return "EndpointPatch" + changed;
    }
}
