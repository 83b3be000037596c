package io.postrider.projections.clicks;

import io.postrider.runtime.log.Partitions;
import io.postrider.schemas.SchemaIds;
import io.postrider.schemas.Topics;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.apache.kafka.streams.state.Stores;

/** The stream that makes raw clicks public. */
public final class ClicksTopology {

    /** The application id of the stream. */
    public static final String APPLICATION = "postrider-clicks";

    private ClicksTopology() {}

    /**
     * The topology.
     *
     * @param visitorKey what the daily visitor keys are derived from; the same on every node
     */
    public static Topology build(SchemaIds ids, Partitions partitions, byte[] visitorKey) {
        Topology topology = new Topology();
        topology.addSource(
                "raw",
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer(),
                Topics.CLICKS_RAW.name());
        topology.addProcessor(
                "enrich",
                () -> new ClickProcessor(ids, new Enrichment(new Visitors(visitorKey))),
                "raw");
        topology.addStateStore(
                Stores.keyValueStoreBuilder(
                        Stores.persistentKeyValueStore(ClickProcessor.SEQUENCES),
                        Serdes.Bytes(),
                        Serdes.ByteArray()),
                "enrich");
        topology.addSink(
                "public",
                Topics.CLICKS.name(),
                new ByteArraySerializer(),
                new ByteArraySerializer(),
                byLink(partitions),
                "enrich");
        return topology;
    }

    private static StreamPartitioner<byte[], byte[]> byLink(Partitions partitions) {
        return (_, key, _, _) ->
                Optional.of(Set.of(partitions.of(new String(key, StandardCharsets.UTF_8))));
    }
}
