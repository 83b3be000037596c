package io.postrider.domain.automation;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How an endpoint accepts requests.
 *
 * @param answersWithRun whether the response is that of the rule that responds to the event
 * @param dedupe JSON pointers into the data: events with the same values at these pointers are one event; empty for the
 *     sender's own ids
 * @param allowedOrigins the web origins whose pages may publish; empty for all
 * @param allowedAddresses the CIDR blocks of clients that may publish; empty for all
 * @param signature the signature of requests, for the auth {@code custom}; null for others
 * @param typeExpression a CEL expression that returns the type of each event; null for the type of the endpoint
 * @param proofName the name of the proof in {@code auth} of the endpoint; null for the label of {@code auth}
 * @param otherProofs further proofs, of which any one is sufficient
 */
public record EndpointIntake(
        boolean answersWithRun,
        List<String> dedupe,
        List<String> allowedOrigins,
        List<String> allowedAddresses,
        @Nullable CustomSignature signature,
        @Nullable String typeExpression,
        @Nullable String proofName,
        List<EndpointProof> otherProofs) {

    /** Requests from all clients, answered at once. */
    public static final EndpointIntake OPEN =
            new EndpointIntake(false, List.of(), List.of(), List.of(), null, null, null, List.of());

    public EndpointIntake {
        dedupe = List.copyOf(dedupe);
        allowedOrigins = List.copyOf(allowedOrigins);
        allowedAddresses = List.copyOf(allowedAddresses);
        otherProofs = List.copyOf(otherProofs);
    }

    /**
     * An HMAC-SHA256 over the raw body in a header.
     *
     * @param header the name of the header
     * @param prefix the text before the signature, for example {@code sha256=}; empty for none
     */
    public record CustomSignature(String header, Encoding encoding, String prefix) {}

    /** The encoding of a signature. */
    public enum Encoding {
        HEX,
        BASE64;

        /** The name in JSON. */
        public String label() {
            return this == HEX ? "hex" : "base64";
        }

        /** The encoding with a name in JSON. */
        public static Optional<Encoding> labelled(String label) {
            return label.equals("hex")
                    ? Optional.of(HEX)
                    : label.equals("base64") ? Optional.of(BASE64) : Optional.empty();
        }
    }

    /** The same intake with other proofs beside the first one. */
    public EndpointIntake withOtherProofs(List<EndpointProof> others) {
        return new EndpointIntake(
                answersWithRun,
                dedupe,
                allowedOrigins,
                allowedAddresses,
                signature,
                typeExpression,
                proofName,
                others);
    }

    /** The intake with the members that were changed taken from another one. */
    EndpointIntake patched(List<String> changed, EndpointIntake other) {
        return new EndpointIntake(
                changed.contains("response") ? other.answersWithRun : answersWithRun,
                changed.contains("dedupe") ? other.dedupe : dedupe,
                changed.contains("allowed_origins") ? other.allowedOrigins : allowedOrigins,
                changed.contains("allowed_addresses") ? other.allowedAddresses : allowedAddresses,
                changed.contains("signature") || changed.contains("proofs")
                        ? other.signature
                        : signature,
                changed.contains("event_type") ? other.typeExpression : typeExpression,
                changed.contains("proofs") ? other.proofName : proofName,
                changed.contains("proofs") ? other.otherProofs : otherProofs);
    }
}
