package io.postrider.schemas.catalogue;

import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Resource;
import java.util.List;
import java.util.Optional;

/**
 * The facts of a kind of resource that routes, lists and webhooks need.
 *
 * @param id the kind of its ids; empty where callers choose the ids
 * @param keyedById whether the id is the key of the aggregate, from which its partition follows
 * @param replica the place where each edge keeps it
 * @param indexes the filters of its list
 * @param <T> the resource
 */
public record ResourceType<T extends Resource>(
        Optional<IdKind> id,
        boolean keyedById,
        Class<T> type,
        ResourceJson<T> json,
        Replica replica,
        List<Index<T>> indexes) {

    public ResourceType {
        indexes = List.copyOf(indexes);
    }
}
