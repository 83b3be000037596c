package io.postrider.api.http;

import io.postrider.domain.keys.Scopes;
import io.postrider.schemas.Actor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who makes a request.
 *
 * @param scopes what the key may do
 * @param resources ids that the key is restricted to; empty means all of the workspace
 * @param requestsPerMinute the key's rate limit; null means none
 */
public record Principal(
        String keyId,
        String workspace,
        List<String> scopes,
        List<String> resources,
        @Nullable Integer requestsPerMinute) {

    public Principal {
        scopes = List.copyOf(scopes);
        resources = List.copyOf(resources);
    }

    /** Whether the key's scopes cover a wanted one. */
    public boolean may(String scope) {
        return Scopes.covers(scopes, scope);
    }

    /** Who the log says it was. */
    public Actor actor() {
        return Actor.key(keyId);
    }
}
