package io.postrider.api.http;

import io.postrider.schemas.Idempotency;
import java.util.Optional;

/**
 * A write on a resource that exists.
 *
 * @param key of its aggregate
 * @param body as it was read from the request
 */
public record Call<B>(
        ApiRequest request, Target target, String key, B body, Optional<Idempotency> idempotency) {

    public String workspace() {
        return request.workspace();
    }

    /** The same write on one version alone. */
    public Call<B> at(long version, Optional<Idempotency> scope) {
        return new Call<>(request, new Target(target.id(), Optional.of(version)), key, body, scope);
    }
}
