package io.postrider.projections.lists;

import io.postrider.domain.kernel.Resource;
import io.postrider.schemas.Context;
import io.postrider.schemas.catalogue.AggregateType;
import io.postrider.schemas.json.Rendering;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import tools.jackson.databind.node.ObjectNode;

/**
 * The lists of the resources of some contexts.
 *
 * @param views by context
 */
public record ResourceLists(Map<Context, ListProjection> views, Lists lists, Rendering rendering) {

    /** The list of the resources of an aggregate. */
    public <T extends Resource> ResourceQueries<T> of(AggregateType<?, ?, ?, T> entry) {
        return of(entry, (_, _) -> {});
    }

    /**
     * The list of the resources of an aggregate.
     *
     * @param added adds the members that no version has
     */
    public <T extends Resource> ResourceQueries<T> of(
            AggregateType<?, ?, ?, T> entry, BiConsumer<T, ObjectNode> added) {
        ListProjection view = Objects.requireNonNull(views.get(entry.context()));
        return new ResourceQueries<>(entry, view, lists, rendering, added);
    }
}
