package io.postrider.dispatch.delivery;

import io.postrider.dispatch.endpoints.EndpointFreshness;
import io.postrider.dispatch.endpoints.Endpoints;
import io.postrider.dispatch.sending.AttemptSender;
import io.postrider.runtime.egress.TargetPolicy;
import io.postrider.runtime.log.Partitions;
import io.postrider.runtime.secrets.SecretBox;
import io.postrider.schemas.SchemaIds;
import io.postrider.schemas.Topics;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.concurrent.ScheduledExecutorService;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.Stores;

/** Puts the queue of deliveries together and into a topology. */
public final class DeliveryParts {

    private static final Lanes.Permits PERMITS = new Lanes.Permits(16, 256);

    private DeliveryParts() {}

    /**
     * Adds the queue to a topology.
     *
     * @param producer of attempt records and of commands
     * @param worker where that producer is called
     */
    public static void addTo(
            Topology topology,
            Endpoints endpoints,
            EndpointFreshness freshness,
            SecretBox secrets,
            AttemptSender sender,
            TargetPolicy targets,
            Producer<byte[], byte[]> producer,
            Partitions partitions,
            SchemaIds ids,
            InstantSource clock,
            ScheduledExecutorService worker) {
        SecureRandom random = new SecureRandom();
        Attempts attempts =
                new HttpAttempts(
                        sender,
                        targets,
                        secrets,
                        new AttemptRecords(
                                new RetrySchedule(RetrySchedule.STANDARD, random), random),
                        new KafkaAttemptLog(producer, partitions, ids, worker),
                        clock,
                        worker);
        GoneReceivers gone = new GoneByCommand(producer, partitions, ids, clock, worker);
        addTo(topology, endpoints, freshness, attempts, gone, ids, clock);
    }

    static void addTo(
            Topology topology,
            Endpoints endpoints,
            EndpointFreshness freshness,
            Attempts attempts,
            GoneReceivers gone,
            SchemaIds ids,
            InstantSource clock) {
        topology.addSource(
                "work",
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer(),
                Topics.DELIVERIES.name(),
                Topics.ATTEMPTS.name());
        topology.addProcessor(
                "deliver",
                () ->
                        new DeliveryProcessor(
                                stores ->
                                        new DeliveryQueue(
                                                stores,
                                                new Lanes(
                                                        stores, endpoints, freshness, attempts,
                                                        PERMITS),
                                                gone),
                                clock,
                                ids),
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
}
