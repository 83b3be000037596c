package io.postrider.runtime.delivery;

import io.postrider.schemas.SchemaIds;
import io.postrider.schemas.Topic;
import java.time.InstantSource;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.Stores;

/** Puts the queue of the deliveries of a channel into a topology. */
public final class DeliveryEngine {

    static final Lanes.Permits PERMITS = new Lanes.Permits(1, 16, 256);

    private DeliveryEngine() {}

    /**
     * Adds the queue to the topology of an application, which has one.
     *
     * @param deliveries the topic of what is to be sent, keyed by lane
     * @param attempts the topic of outcomes, keyed by lane
     */
    public static void addTo(
            Topology topology,
            Topic deliveries,
            Topic attempts,
            Channel<?> channel,
            SchemaIds ids,
            InstantSource clock) {
        topology.addSource(
                "work",
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer(),
                deliveries.name(),
                attempts.name());
        topology.addProcessor(
                "deliver",
                () ->
                        new DeliveryProcessor(
                                deliveries, attempts, stores -> queue(stores, channel), clock, ids),
                "work");
        for (String store :
                new String[] {DeliveryStores.PAYLOAD, DeliveryStores.QUEUE, DeliveryStores.DONE}) {
            topology.addStateStore(
                    Stores.keyValueStoreBuilder(
                            Stores.persistentKeyValueStore(store),
                            Serdes.Bytes(),
                            Serdes.ByteArray()),
                    "deliver");
        }
    }

    private static DeliveryQueue queue(DeliveryStores stores, Channel<?> channel) {
        return new DeliveryQueue(stores, new Lanes<>(stores, channel, PERMITS), channel);
    }
}
