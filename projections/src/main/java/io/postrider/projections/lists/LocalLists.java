package io.postrider.projections.lists;

import io.postrider.runtime.views.SourceStores;
import io.postrider.runtime.views.View;
import io.postrider.runtime.views.ViewSnapshot;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.streams.KafkaStreams;

/**
 * Lists whose partitions are all in this process.
 *
 * @param streams the application that keeps them
 * @param partitions of each topic
 */
public record LocalLists(Supplier<KafkaStreams> streams, int partitions) implements Lists {

    @Override
    public <R> List<R> read(View view, Function<ViewSnapshot, R> read) {
        return SourceStores.query(streams.get(), view, partitions, read);
    }
}
