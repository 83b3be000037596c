package io.postrider.api.keys;

import io.postrider.domain.keys.KeyPatch;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a caller wants of a key, new or changed.
 *
 * @param changed the fields that are given; {@code scopes} where a preset is
 * @param scopes expanded, each once
 */
record KeyDraft(
        List<String> changed,
        Optional<String> name,
        List<String> scopes,
        String environment,
        List<String> resources,
        List<String> ipAllow,
        List<String> origins,
        @Nullable Instant expiresAt,
        int requestsPerMinute) {

    KeyDraft {
        changed = List.copyOf(changed);
        scopes = List.copyOf(scopes);
        resources = List.copyOf(resources);
        ipAllow = List.copyOf(ipAllow);
        origins = List.copyOf(origins);
    }

    /** How far a key that was made like this would reach. */
    Reach reach() {
        return new Reach(scopes, resources, ipAllow, origins, expiresAt, requestsPerMinute);
    }

    /** The change as the log takes it. */
    KeyPatch patch() {
        return new KeyPatch(
                changed,
                name.orElse(null),
                scopes,
                resources,
                ipAllow,
                origins,
                requestsPerMinute,
                expiresAt);
    }
}
