package io.postrider.projections.clicks;

import io.postrider.platform.meters.Bounds;
import io.postrider.platform.offsets.Partitions;
import io.postrider.platform.streams.EarlyCommit;
import io.postrider.platform.streams.GuardedProcessor;
import io.postrider.platform.streams.Retries;
import io.postrider.platform.streams.StreamsSettings;
import io.postrider.platform.threads.BackgroundThrottle;
import io.postrider.projections.rejections.RejectionReport;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.SchemaIds;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.Stores;

/** The stream that makes raw clicks public, and, being exactly once, reports records that were set aside. */
public final class ClicksTopology {

    /** The application id of the stream. */
    public static final String APPLICATION = StreamsSettings.APPLICATION_PREFIX + "clicks";

    private static final Duration COMMIT_INTERVAL = Duration.ofMillis(50);

    /**
     * Clicks that come further apart are not made to wait for one another. Each may be older than this when it comes
     * here, because the drainer keeps it for a while.
     */
    private static final Duration COMES_ALONE = Duration.ofMillis(25);

    private static final Duration LINGER = Duration.ofMillis(5);
    private static final int POLL_RECORDS_MAX = 5_000;
    private static final int BATCH_BYTES = 256 << 10;

    /** Room for every lane's ledger, so that each is written once a commit and not once a click. */
    private static final long LEDGER_CACHE_BYTES = 1 << 20;

    private ClicksTopology() {}

    /** The properties that the application runs with. */
    public static Properties properties(StreamsSettings settings) {
        Properties all =
                StreamsSettings.settingAside(
                        settings.exactlyOnce(APPLICATION, COMMIT_INTERVAL, LINGER));
        all.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        all.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, LEDGER_CACHE_BYTES);
        // A crowd of visitors comes through in few, large appends.
        all.put(
                StreamsConfig.mainConsumerPrefix(ConsumerConfig.MAX_POLL_RECORDS_CONFIG),
                POLL_RECORDS_MAX);
        all.put(StreamsConfig.producerPrefix(ProducerConfig.BATCH_SIZE_CONFIG), BATCH_BYTES);
        all.put(StreamsConfig.producerPrefix(ProducerConfig.COMPRESSION_TYPE_CONFIG), "lz4");
        return all;
    }

    /**
     * Adds the processors, their source, stores and sinks.
     *
     * @param visitorKey key from which the daily visitor keys are derived; the same on every node
     * @param pace throttle of the publication of clicks during high traffic
     * @param bounds shows the memory of parsed user agents
     * @param stores a supplier of the state store with a name; what it holds after a crash must be committed
     */
    public static void addTo(
            Topology topology,
            SchemaIds ids,
            Partitions partitions,
            byte[] visitorKey,
            BackgroundThrottle pace,
            Bounds bounds,
            Function<String, KeyValueBytesStoreSupplier> stores) {
        EarlyCommit earlyCommit = new EarlyCommit(COMES_ALONE, COMMIT_INTERVAL);
        UserAgentCache userAgents = new UserAgentCache();
        userAgents.show(bounds);
        topology.addSource(
                "raw",
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer(),
                Topics.CLICKS_RAW.name());
        Retries.addTo(topology, "enrich");
        GuardedProcessor.addTo(
                topology,
                "enrich",
                () ->
                        new ClickProcessor(
                                ids,
                                new Enrichment(new VisitorHash(visitorKey), userAgents),
                                earlyCommit,
                                pace),
                "raw",
                Retries.NAME);
        topology.addStateStore(
                Stores.keyValueStoreBuilder(
                                stores.apply(ClickProcessor.SEQUENCES),
                                Serdes.Bytes(),
                                Serdes.ByteArray())
                        .withCachingEnabled(),
                "enrich");
        topology.addSink(
                "public",
                Topics.CLICKS.name(),
                new ByteArraySerializer(),
                new ByteArraySerializer(),
                byLink(partitions),
                "enrich");
        RejectionReport.addTo(topology, ids, partitions, stores);
    }

    private static StreamPartitioner<byte[], byte[]> byLink(Partitions partitions) {
        return (_, key, _, _) ->
                Optional.of(Set.of(partitions.of(new String(key, StandardCharsets.UTF_8))));
    }
}
