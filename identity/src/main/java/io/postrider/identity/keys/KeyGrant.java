package io.postrider.identity.keys;

import io.postrider.domain.keys.ApiKey;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far a key reaches: what it may do, to what, from where, for how long and how often.
 *
 * @param resources ids; empty means all of the workspace
 * @param ipAllow CIDR blocks; empty means anywhere
 * @param origins web origins whose pages may use it, beside callers that are no pages
 * @param expiresAt null means never
 * @param requestsPerMinute null means any number
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

    /** Without any other bounds than these scopes. */
    static KeyGrant of(List<String> scopes) {
        return new KeyGrant(scopes, List.of(), List.of(), List.of(), null, null);
    }
}
