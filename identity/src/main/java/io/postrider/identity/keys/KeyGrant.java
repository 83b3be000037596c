package io.postrider.identity.keys;

import io.postrider.domain.keys.ApiKey;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The grant of a key: scopes, resources, networks, origins, expiry and rate limit.
 *
 * @param resources ids of resources; empty for all of the workspace
 * @param ipAllow CIDR blocks; empty for any address
 * @param origins web origins whose pages may use the key, beside callers that are not pages
 * @param expiresAt end of the key; null for none
 * @param requestsPerMinute requests per minute; null for no limit
 */
record KeyGrant(
        List<String> scopes,
        List<String> resources,
        List<String> ipAllow,
        List<String> origins,
        @Nullable Instant expiresAt,
        @Nullable Integer requestsPerMinute) {

    KeyGrant {
        scopes = List.copyOf(scopes);
        resources = List.copyOf(resources);
        ipAllow = List.copyOf(ipAllow);
        origins = List.copyOf(origins);
    }

    static KeyGrant of(ApiKey key) {
        return new KeyGrant(
                key.scopes(),
                key.resources(),
                key.ipAllow(),
                key.origins(),
                key.expiresAt(),
                key.requestsPerMinute());
    }

    /** A grant that is limited by these scopes only. */
    static KeyGrant of(List<String> scopes) {
        return new KeyGrant(scopes, List.of(), List.of(), List.of(), null, null);
    }
}
