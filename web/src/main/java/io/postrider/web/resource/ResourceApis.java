package io.postrider.web.resource;

import io.postrider.domain.kernel.Resource;
import io.postrider.schemas.catalogue.AggregateType;
import io.postrider.schemas.json.Rendering;
import java.util.function.UnaryOperator;

/** The parts of a node that the operations on all resources share. */
public record ResourceApis(Writes writes, Queries queries, IdGenerator mint, Rendering rendering) {

    /**
     * The operations on resources that have ids of their kind.
     *
     * @param path of the list
     * @param scope the scopes without {@code :read} and {@code :write}
     */
    public <T extends Resource> ResourceApi<T> of(
            AggregateType<?, ?, ?, T> entry, String path, String scope) {
        return new ResourceApi<>(
                entry,
                path,
                scope + ":read",
                scope + ":write",
                entry.resource().json(),
                Naming.byId(entry.resource().id().orElseThrow()),
                UnaryOperator.identity(),
                false,
                this);
    }
}
