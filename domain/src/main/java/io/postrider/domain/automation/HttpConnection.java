package io.postrider.domain.automation;

import io.postrider.domain.kernel.Metadata;
import io.postrider.domain.kernel.Resource;
import io.postrider.domain.kernel.SendsSecrets;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The credential with which rules call another service.
 *
 * @param host the only host that receives the credential, in lower case, with its port unless it is the scheme's default
 * @param secret the credential as ciphertext
 */
public record HttpConnection(
        String id,
        String workspace,
        String name,
        Kind kind,
        String host,
        String secret,
        Map<String, String> metadata,
        Instant createdAt,
        Instant updatedAt)
        implements Resource, SendsSecrets {

    /** The kind of credential in requests to the service. */
    public enum Kind {
        /** As a Bearer token. */
        BEARER,
        /** As HTTP Basic; the secret is {@code user:password}. */
        BASIC,
        /** As a header; the secret is {@code Name: value}. */
        HEADER,
        /** As {@code X-Hub-Signature-256}, the HMAC-SHA256 of the body. */
        HMAC;

        /** The name in JSON. */
        public String label() {
            return switch (this) {
                case BEARER -> "bearer";
                case BASIC -> "basic";
                case HEADER -> "header";
                case HMAC -> "hmac";
            };
        }
    }

    public HttpConnection {
        metadata = Map.copyOf(metadata);
    }

    @Override
    public List<String> destination() {
        return List.of(host, kind.label());
    }

    @Override
    public List<String> sentSecrets() {
        return List.of(secret);
    }

    /** The purpose under which the secret of a connection is sealed. */
    public static String purpose(String id) {
        return id + "/secret";
    }

    /**
     * The connection with some fields changed.
     *
     * @param changed names as in the public interface, and entries of the metadata
     * @param other has the new values
     */
    public HttpConnection patched(List<String> changed, HttpConnection other, Instant at) {
        return new HttpConnection(
                id,
                workspace,
                changed.contains("name") ? other.name : name,
                changed.contains("kind") ? other.kind : kind,
                changed.contains("host") ? other.host : host,
                changed.contains("secret") ? other.secret : secret,
                Metadata.patched(metadata, changed, other.metadata),
                createdAt,
                at);
    }
}
