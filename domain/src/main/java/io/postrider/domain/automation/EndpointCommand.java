package io.postrider.domain.automation;

import io.postrider.domain.kernel.Edit;

/** Commands to endpoints. */
public sealed interface EndpointCommand {

    /** The workspace that asks. */
    String workspace();

    /** Creates an endpoint. */
    record CreateEndpoint(Endpoint endpoint) implements EndpointCommand {
        @Override
        public String workspace() {
            return endpoint.workspace();
        }
    }

    /** Changes some fields of an endpoint. */
    record UpdateEndpoint(String workspace, EndpointPatch patch) implements EndpointCommand, Edit {
        @Override
        public boolean bringsText() {
            return Edit.anyText(
                    patch.name(),
                    patch.eventType(),
                    patch.secret(),
                    patch.mapping(),
                    patch.schema(),
                    patch.intake().dedupe(),
                    patch.intake().allowedOrigins(),
                    patch.intake().allowedAddresses(),
                    patch.intake().signature(),
                    patch.intake().typeExpression(),
                    patch.intake().proofName(),
                    patch.intake().otherProofs(),
                    patch.metadata());
        }
    }

    /**
     * Rotates the token in the address of an endpoint.
     *
     * @param token the hash of the new token
     */
    record RotateToken(String workspace, String token) implements EndpointCommand {}

    /** Deletes an endpoint. */
    record DeleteEndpoint(String workspace) implements EndpointCommand {}
}
