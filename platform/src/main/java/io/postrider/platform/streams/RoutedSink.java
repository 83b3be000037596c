package io.postrider.platform.streams;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.postrider.platform.offsets.Partitions;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.Topology;

/** A sink whose records go to the partition that their key, the id of an aggregate, leads to. */
public final class RoutedSink {

    private RoutedSink() {}

    /** Adds the sink of a topic. */
    public static void addTo(
            Topology topology,
            String name,
            String topic,
            Partitions partitions,
            String... parents) {
        topology.addSink(
                name,
                topic,
                new ByteArraySerializer(),
                new ByteArraySerializer(),
                (_, key, _, _) -> Optional.of(Set.of(partitions.of(new String(key, US_ASCII)))),
                parents);
    }
}
