package io.postrider.domain.keys;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A partial update of a key: the fields named in changed get the values given here.
 *
 * @param changed the names of changed fields in snake case, as in the public interface
 */
public record KeyPatch(
        List<String> changed,
        @Nullable String name,
        List<String> scopes,
        List<String> resources,
        List<String> ipAllow,
        List<String> origins,
        @Nullable Integer requestsPerMinute,
        @Nullable Instant expiresAt) {

    public KeyPatch {
        changed = List.copyOf(changed);
        scopes = List.copyOf(scopes);
        resources = List.copyOf(resources);
        ipAllow = List.copyOf(ipAllow);
        origins = List.copyOf(origins);
    }

    /**
     * The key after the update; of a blank key, a new one. The check of the caller's grant and the decision use the same
     * result.
     */
    public ApiKey applyTo(ApiKey key, Instant at) {
        return new ApiKey(
                key.id(),
                key.workspace(),
                key.publicId(),
                (name != null && has("name")) ? name : key.name(),
                key.environment(),
                has("scopes") ? scopes : key.scopes(),
                has("resources") ? resources : key.resources(),
                has("ip_allow") ? ipAllow : key.ipAllow(),
                has("origins") ? origins : key.origins(),
                key.secretHash(),
                key.pepperVersion(),
                key.previous(),
                has("requests_per_minute") ? requestsPerMinute : key.requestsPerMinute(),
                has("expires_at") ? expiresAt : key.expiresAt(),
                key.revokedAt(),
                key.createdAt(),
                at);
    }

    boolean has(String field) {
        return changed.contains(field);
    }
}
