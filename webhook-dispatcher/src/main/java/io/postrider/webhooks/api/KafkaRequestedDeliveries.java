package io.postrider.webhooks.api;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.postrider.platform.kafka.Append;
import io.postrider.platform.kafka.DurableAppends;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.limits.HeapBounds;
import io.postrider.platform.offsets.Partitions;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Writes requested deliveries to the topic that the dispatcher reads. */
public final class KafkaRequestedDeliveries implements RequestedDeliveries, AutoCloseable {

    private final DurableAppends appends;
    private final Partitions partitions;
    private final ValueCodec<Delivery> codec;

    private KafkaRequestedDeliveries(
            DurableAppends appends, Partitions partitions, ValueCodec<Delivery> codec) {
        this.appends = appends;
        this.partitions = partitions;
        this.codec = codec;
    }

    /** A log with a producer of its own. */
    public static KafkaRequestedDeliveries connect(KafkaSettings log, SchemaIds ids) {
        return new KafkaRequestedDeliveries(
                DurableAppends.connect(
                        log, "requested-deliveries", Topics.DELIVERIES, HeapBounds.PRODUCER),
                new Partitions(log.partitions()),
                ValueCodec.deliveries(ids));
    }

    @Override
    public CompletionStage<Append> append(Delivery delivery) {
        return appends.append(
                new ProducerRecord<>(
                        Topics.DELIVERIES.name(),
                        partitions.of(delivery.endpoint()),
                        delivery.endpoint().getBytes(US_ASCII),
                        codec.encode(delivery)));
    }

    @Override
    public void close() {
        appends.close();
    }
}
