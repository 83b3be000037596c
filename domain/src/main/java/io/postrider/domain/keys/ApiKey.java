package io.postrider.domain.keys;

import io.postrider.domain.kernel.Resource;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An API key after a change; never its secret.
 *
 * @param publicId the 12 characters of the token that name the key
 * @param environment the environment: {@code live} or {@code test}
 * @param scopes the scopes, expanded when the key was created, so that new scopes never widen old keys
 * @param resources ids that the key is restricted to; empty for all of the workspace
 * @param ipAllow CIDR blocks from which the key may be used; empty for any
 * @param origins web origins whose pages may use the key; empty for none
 * @param secretHash HMAC-SHA-256 of the whole token, in hex, under a pepper that is not in the log
 * @param previous the secret before the last rotation; null if there was none, or its overlap was zero
 * @param requestsPerMinute the rate limit in requests per minute; null for none
 */
public record ApiKey(
        String id,
        String workspace,
        String publicId,
        String name,
        String environment,
        List<String> scopes,
        List<String> resources,
        List<String> ipAllow,
        List<String> origins,
        String secretHash,
        int pepperVersion,
        @Nullable OldSecret previous,
        @Nullable Integer requestsPerMinute,
        @Nullable Instant expiresAt,
        @Nullable Instant revokedAt,
        Instant createdAt,
        Instant updatedAt)
        implements Resource {

    /** The rate limit of a key that is made without one. */
    public static final int REQUESTS_PER_MINUTE = 600;

    public ApiKey {
        scopes = List.copyOf(scopes);
        resources = List.copyOf(resources);
        ipAllow = List.copyOf(ipAllow);
        origins = List.copyOf(origins);
    }

    /** A key without the values that a patch can set. */
    public static ApiKey blank(
            String id,
            String workspace,
            KeyToken token,
            String secretHash,
            int pepperVersion,
            Instant now) {
        return new ApiKey(
                id,
                workspace,
                token.publicId(),
                "",
                token.environment(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                secretHash,
                pepperVersion,
                null,
                REQUESTS_PER_MINUTE,
                null,
                null,
                now,
                now);
    }

    /** Whether the key is valid at a time. */
    public boolean inForce(Instant at) {
        return revokedAt == null && !ended(at);
    }

    /** Whether the key has expired. */
    public boolean ended(Instant at) {
        return expiresAt != null && !at.isBefore(expiresAt);
    }

    ApiKey revoked(Instant at) {
        return copied(secretHash, pepperVersion, null, at, at);
    }

    /** No secret outlives the key that it is of. */
    ApiKey expired(Instant at) {
        return copied(secretHash, pepperVersion, null, revokedAt, at);
    }

    ApiKey rotated(String newHash, int newPepper, Instant oldUntil, Instant at) {
        OldSecret old =
                oldUntil.isAfter(at) ? new OldSecret(secretHash, pepperVersion, oldUntil) : null;
        return copied(newHash, newPepper, old, revokedAt, at);
    }

    ApiKey touchedAt(Instant at) {
        return copied(secretHash, pepperVersion, previous, revokedAt, at);
    }

    private ApiKey copied(
            String newHash,
            int newPepper,
            @Nullable OldSecret newPrevious,
            @Nullable Instant newRevokedAt,
            Instant newUpdatedAt) {
        return new ApiKey(
                id,
                workspace,
                publicId,
                name,
                environment,
                scopes,
                resources,
                ipAllow,
                origins,
                newHash,
                newPepper,
                newPrevious,
                requestsPerMinute,
                expiresAt,
                newRevokedAt,
                createdAt,
                newUpdatedAt);
    }

    @Override
    public String toString() {
        return "ApiKey[" + id + ", " + workspace + "]";
    }
}
