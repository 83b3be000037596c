package io.postrider.outbound.delivery;

import io.postrider.platform.limits.HeapBounds;
import io.postrider.platform.streams.GuardedProcessor;
import io.postrider.platform.streams.Retries;
import io.postrider.schemas.Topic;
import io.postrider.schemas.codec.SchemaIds;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.IntFunction;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/** Puts the queue of the deliveries of a channel into a topology. */
public final class DeliveryEngine {

    /** The name of the processor. */
    public static final String PROCESSOR = "deliver";

    /** The name of the source of deliveries and attempts. */
    public static final String SOURCE = "work";

    static final Lanes.Permits PERMITS = new Lanes.Permits(1, 64, 256);

    private DeliveryEngine() {}

    /**
     * Adds the queue to the topology of an application, which has one, and {@link Retries} for {@value #PROCESSOR}.
     *
     * @param deliveries the topic of what is to be sent, keyed by lane
     * @param attempts the topic of outcomes, keyed by lane
     * @param ends the offset behind the last record of a partition of that topic
     */
    public static void addTo(
            Topology topology,
            Topic deliveries,
            Topic attempts,
            Channel<?> channel,
            IntFunction<CompletionStage<Long>> ends,
            SchemaIds ids,
            InstantSource clock) {
        topology.addSource(
                SOURCE,
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer(),
                deliveries.name(),
                attempts.name());
        GuardedProcessor.addTo(
                topology,
                PROCESSOR,
                () ->
                        new DeliveryProcessor(
                                deliveries,
                                attempts,
                                stores -> queue(stores, channel),
                                partition -> fence(partition, ends, clock),
                                clock,
                                ids),
                SOURCE,
                Retries.NAME);
        topology.addStateStore(writtenBehind(DeliveryStores.PAYLOAD), PROCESSOR);
        topology.addStateStore(writtenBehind(DeliveryStores.QUEUE), PROCESSOR);
        topology.addStateStore(logged(DeliveryStores.DONE), PROCESSOR);
    }

    private static StoreBuilder<KeyValueStore<Bytes, byte[]>> logged(String store) {
        return Stores.keyValueStoreBuilder(
                Stores.persistentKeyValueStore(store), Serdes.Bytes(), Serdes.ByteArray());
    }

    /** Most deliveries end before the next commit. */
    private static StoreBuilder<KeyValueStore<Bytes, byte[]>> writtenBehind(String store) {
        return writtenBehind(store, HeapBounds.UNCOMMITTED_DELIVERIES / 2);
    }

    /**
     * A store whose entries are written once between two commits, however often they change.
     *
     * @param bytesMax what may wait for the commit
     */
    public static StoreBuilder<KeyValueStore<Bytes, byte[]>> writtenBehind(
            String store, long bytesMax) {
        return new WriteBehindStoreBuilder(logged(store), bytesMax, QueueKey.position());
    }

    /** The offset behind the last record of each partition of a topic of attempts, as the broker tells it. */
    public static IntFunction<CompletionStage<Long>> ends(Admin admin, Topic attempts) {
        return number -> {
            TopicPartition partition = new TopicPartition(attempts.name(), number);
            return admin.listOffsets(Map.of(partition, OffsetSpec.latest()))
                    .partitionResult(partition)
                    .toCompletionStage()
                    .thenApply(ListOffsetsResultInfo::offset);
        };
    }

    private static TakeoverBarrier fence(
            int partition, IntFunction<CompletionStage<Long>> ends, InstantSource clock) {
        return new TakeoverBarrier(() -> ends.apply(partition), clock.millis());
    }

    private static DeliveryQueue queue(DeliveryStores stores, Channel<?> channel) {
        return new DeliveryQueue(stores, new Lanes<>(stores, channel, PERMITS), channel);
    }
}
