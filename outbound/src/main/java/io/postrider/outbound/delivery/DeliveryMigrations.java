package io.postrider.outbound.delivery;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.postrider.platform.migration.Destination;
import io.postrider.platform.migration.StoreMigration;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.Topic;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;

/** How the queue of deliveries comes into another cluster: everything of a delivery goes where its endpoint leads. */
public final class DeliveryMigrations {

    /** Longer than a process that was killed repeats what it did last. */
    private static final Duration REPEATED = Duration.ofHours(1);

    private DeliveryMigrations() {}

    /**
     * The stores of the queue of an application.
     *
     * @param deliveries the topic of what is to be sent
     * @param attempts the topic of outcomes
     */
    public static List<StoreMigration> of(
            String application, Topic deliveries, Topic attempts, SchemaIds ids) {
        ValueCodec<Delivery> codec = ValueCodec.deliveries(deliveries, ids);
        return List.of(
                new StoreMigration(
                        application,
                        DeliveryStores.PAYLOAD,
                        (key, value, to) -> to.put(codec.decode(value).endpoint(), key, value)),
                new StoreMigration(
                        application,
                        DeliveryStores.QUEUE,
                        (key, value, to) -> queued(codec, attempts, key, value, to)),
                new StoreMigration(application, DeliveryStores.DONE, DeliveryMigrations::done));
    }

    private static void queued(
            ValueCodec<Delivery> codec, Topic attempts, byte[] key, byte[] value, Destination to) {
        switch (QueueKey.kindOf(key)) {
            case PLACE -> to.put(QueueKey.endpointOf(key), key, value);
            case OF_DELIVERY -> {
                byte[] delivery =
                        to.find(
                                DeliveryStores.PAYLOAD,
                                QueueKey.deliveryOf(key).getBytes(US_ASCII));
                if (delivery != null) {
                    to.put(codec.decode(delivery).endpoint(), key, value);
                }
            }
            case POSITION -> to.heirs().forEach(heir -> position(attempts, heir, key, to));
        }
    }

    /** The ID of a delivery does not name its endpoint. The entries are deleted in a day. */
    private static void done(byte[] key, byte[] value, Destination to) {
        byte[] newest = to.last(DeliveryStores.DONE);
        if (newest != null
                && FinishedDeliveries.isTime(key)
                && FinishedDeliveries.timeOf(newest) - FinishedDeliveries.timeOf(key)
                        <= REPEATED.toMillis()) {
            to.putEverywhere(key, value);
            to.putEverywhere(FinishedDeliveries.idOf(key), value);
        }
    }

    /** Attempts behind this offset are read again, as they would have been here. */
    private static void position(Topic attempts, int partition, byte[] key, Destination to) {
        long processed = to.processed(attempts, partition);
        if (processed > 0) {
            byte[] last = ByteBuffer.allocate(Long.BYTES).putLong(processed - 1).array();
            to.put(partition, key, last);
        }
    }
}
