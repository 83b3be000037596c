package io.postrider.domain.kernel;

import java.time.Instant;

/** A resource: the facts that lists, keys, limits and webhooks need of every kind of resource. */
public interface Resource {

    /** The public id, for example {@code lnk_…}; a model is named by its alias. */
    String id();

    /** The workspace that owns the resource; empty for a resource of the installation. */
    String workspace();

    Instant createdAt();

    Instant updatedAt();

    /** The aggregate id and partition key. */
    default String key() {
        return id();
    }
}
