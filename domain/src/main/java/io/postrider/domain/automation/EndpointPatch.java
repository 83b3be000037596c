package io.postrider.domain.automation;

import io.postrider.domain.kernel.Metadata;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A partial change of an endpoint: the fields named in {@code changed} take the values given here, the others stay.
 *
 * @param changed names as in the public interface, and entries of the metadata, see {@link Metadata}
 * @param secret as ciphertext in a command
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

    /** The same patch with another secret. */
    public EndpointPatch withSecret(@Nullable String sealed) {
        return new EndpointPatch(
                changed, name, eventType, auth, enabled, sealed, mapping, schema, intake, metadata);
    }

    /** The endpoint as it would be. A secret that is replaced stays in force beside the new one. */
    public Endpoint applyTo(Endpoint endpoint, Instant at) {
        boolean replaces = changed.contains("secret");
        return new Endpoint(
                endpoint.id(),
                endpoint.workspace(),
                name != null && changed.contains("name") ? name : endpoint.name(),
                eventType != null && changed.contains("event_type")
                        ? eventType
                        : endpoint.eventType(),
                auth != null && changed.contains("auth") ? auth : endpoint.auth(),
                changed.contains("enabled") ? enabled : endpoint.enabled(),
                endpoint.token(),
                replaces ? secret : endpoint.secret(),
                replaces ? endpoint.secret() : endpoint.formerSecret(),
                changed.contains("mapping") ? mapping : endpoint.mapping(),
                changed.contains("schema") ? schema : endpoint.schema(),
                endpoint.intake().patched(changed, intake),
                Metadata.patched(endpoint.metadata(), changed, metadata),
                endpoint.createdAt(),
                at);
    }

    /** The names alone, since the secret is plain until it is sealed. */
    @Override
    public String toString() {
        return "EndpointPatch" + changed;
    }
}
