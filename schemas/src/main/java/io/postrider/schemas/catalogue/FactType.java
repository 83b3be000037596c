package io.postrider.schemas.catalogue;

import io.postrider.schemas.Topic;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/**
 * An event that changes no aggregate, in a topic of its own.
 *
 * @param name for example {@code link.clicked}
 * @param sentence the public description
 * @param json the delivered data
 * @param samples the first is the published example; together they have every member that can have a value
 * @param <F> the payload
 */
public record FactType<F extends Record>(
        String name,
        Topic topic,
        Class<F> type,
        String sentence,
        Function<F, ObjectNode> json,
        List<F> samples) {

    public FactType {
        samples = List.copyOf(samples);
    }

    ObjectNode data(Record payload) {
        return json.apply(type.cast(payload));
    }
}
