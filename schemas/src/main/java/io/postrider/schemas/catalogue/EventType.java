package io.postrider.schemas.catalogue;

import io.postrider.schemas.json.Rendering;
import tools.jackson.databind.node.ObjectNode;

/**
 * One event of an aggregate.
 *
 * @param name for example {@code link.created}
 * @param sentence the public description
 * @param details adds members to the delivered resource
 * @param <E> the events of the aggregate
 */
public record EventType<E>(
        String name, Class<? extends E> type, String sentence, Details<E> details) {

    /** Adds members to the delivered resource. */
    @FunctionalInterface
    public interface Details<E> {
        void add(E event, ObjectNode node, Rendering rendering);
    }

    /** An event whose delivered data is the resource alone. */
    static <E> EventType<E> event(String name, Class<? extends E> type, String sentence) {
        return new EventType<>(name, type, sentence, (_, _, _) -> {});
    }
}
