package io.postrider.web.resource;

import io.postrider.schemas.Idempotency;
import io.postrider.web.route.ApiRequest;
import java.util.Optional;

/**
 * A write on a resource that exists.
 *
 * @param key of its aggregate
 * @param body as it was read from the request
 */
public record ResourceCall<B>(
        ApiRequest request,
        ResourceRef target,
        String key,
        B body,
        Optional<Idempotency> idempotency) {

    public String workspace() {
        return request.workspace();
    }

    /** The same write, for one version only. */
    public ResourceCall<B> at(long version, Optional<Idempotency> scope) {
        return new ResourceCall<>(
                request, new ResourceRef(target.id(), Optional.of(version)), key, body, scope);
    }
}
