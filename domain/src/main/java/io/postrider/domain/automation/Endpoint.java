package io.postrider.domain.automation;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Metadata;
import io.postrider.domain.kernel.Resource;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * An address at which another system publishes events.
 *
 * @param eventType for example {@code order.paid}; where an expression makes the type, that of the events for which it makes none, and
 *     empty if these are refused
 * @param token the hash of the token in the address; empty where there is none
 * @param secret ciphertext of what requests prove that they may publish with; null for none
 * @param formerSecret ciphertext of the secret before, which is still accepted; null for none
 * @param mapping a JSONata text that makes the data of an event of a request; null for the body as it is
 * @param schema null for none
 * @param intake how requests are taken
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

    public Endpoint {
        metadata = Map.copyOf(metadata);
    }

    /** The purpose under which the secret of an endpoint is sealed. */
    public static String purpose(String id) {
        return id + "/secret";
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
        if (auth.needsSecret() && secret == null) {
            errors.add(
                    new FieldError(
                            "/secret",
                            "required",
                            "Requests are proved by a secret of the sender."));
        }
        if (auth == EndpointAuth.CUSTOM && intake.signature() == null) {
            errors.add(
                    new FieldError(
                            "/signature",
                            "required",
                            "With custom, signature says in which header the code is."));
        }
        return errors;
    }
}
