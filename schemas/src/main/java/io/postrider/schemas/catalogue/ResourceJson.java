package io.postrider.schemas.catalogue;

import io.postrider.domain.kernel.Resource;
import io.postrider.schemas.json.Rendering;
import tools.jackson.databind.node.ObjectNode;

/**
 * A resource as JSON, as the API answers it and webhooks deliver it.
 *
 * @param <T> the resource
 */
public interface ResourceJson<T extends Resource> {

    /**
     * The resource.
     *
     * @param version the version of the aggregate, which is also its ETag
     */
    ObjectNode of(T resource, long version, Rendering rendering);
}
