package io.postrider.domain.keys;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An API key as it is after some change; never its secret.
 *
 * @param publicId the 12 characters of the token that name the key
 * @param environment {@code live} or {@code test}
 * @param scopes what the key may do, expanded when it was made, so that new scopes never widen old keys
 * @param resources ids that the key is restricted to; empty means all of the workspace
 * @param ipAllow CIDR blocks that it may be used from; empty means any
 * @param origins web origins that may use it; empty means none
 * @param secretHash HMAC-SHA-256 of the whole token under the pepper, in hex
 * @param requestsPerMinute rate limit; null means none
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
        @Nullable Integer requestsPerMinute,
        @Nullable Instant expiresAt,
        @Nullable Instant revokedAt,
        Instant createdAt,
        Instant updatedAt) {

    public ApiKey {
        scopes = List.copyOf(scopes);
        resources = List.copyOf(resources);
        ipAllow = List.copyOf(ipAllow);
        origins = List.copyOf(origins);
    }

    ApiKey revoked(Instant at) {
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
                secretHash,
                pepperVersion,
                requestsPerMinute,
                expiresAt,
                at,
                createdAt,
                at);
    }

    @Override
    public String toString() {
        return "ApiKey[" + id + ", " + workspace + "]";
    }
}
