package io.postrider.projections.lists;

import io.postrider.platform.reads.Query;
import io.postrider.platform.views.Projection;
import io.postrider.platform.views.ProjectionSnapshot;
import io.postrider.platform.views.source.SourceStores;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.streams.KafkaStreams;

/**
 * Lists that are state stores of a Kafka Streams application.
 *
 * @param streams the application in this process
 */
public record LocalLists(Supplier<KafkaStreams> streams) implements Lists {

    @Override
    public <R> List<R> read(
            Projection view, Query.Part part, Function<ProjectionSnapshot, R> read) {
        return SourceStores.query(streams, view, part.partitions(), part.standby(), read);
    }
}
