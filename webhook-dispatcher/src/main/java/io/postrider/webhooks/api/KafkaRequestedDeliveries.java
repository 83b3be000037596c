package io.postrider.webhooks.api;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.postrider.platform.kafka.Append;
import io.postrider.platform.kafka.DurableAppends;
import io.postrider.platform.kafka.KafkaClients;
import io.postrider.platform.offsets.Partitions;
import io.postrider.platform.traces.TraceParent;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.Topic;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** Writes requested and acknowledged deliveries to the topics that the dispatcher reads. */
public final class KafkaRequestedDeliveries implements RequestedDeliveries, AutoCloseable {

    private final DurableAppends appends;
    private final Partitions partitions;
    private final ValueCodec<Delivery> deliveries;
    private final ValueCodec<Attempt> attempts;

    private KafkaRequestedDeliveries(DurableAppends appends, Partitions partitions, SchemaIds ids) {
        this.appends = appends;
        this.partitions = partitions;
        this.deliveries = ValueCodec.deliveries(ids);
        this.attempts = ValueCodec.attempts(ids);
    }

    /** A log that shares the producer of appends. */
    public static KafkaRequestedDeliveries connect(KafkaClients clients, SchemaIds ids) {
        return new KafkaRequestedDeliveries(
                clients.appends(Topics.DELIVERIES, Topics.ATTEMPTS),
                new Partitions(clients.settings().partitions()),
                ids);
    }

    @Override
    public CompletionStage<Append> append(Delivery delivery) {
        return append(
                Topics.DELIVERIES,
                delivery.endpoint(),
                deliveries.encode(delivery),
                delivery.traceparent());
    }

    /** Appends an acknowledgement, as {@link AcknowledgedDeliveries} does. */
    public CompletionStage<Append> acknowledge(Attempt acknowledgement) {
        return append(
                Topics.ATTEMPTS,
                acknowledgement.endpoint(),
                attempts.encode(acknowledgement),
                null);
    }

    private CompletionStage<Append> append(
            Topic topic, String endpoint, byte[] value, @Nullable String traceparent) {
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(
                        topic.name(), partitions.of(endpoint), endpoint.getBytes(US_ASCII), value);
        TraceParent.put(record.headers(), traceparent);
        return appends.append(record);
    }

    @Override
    public void close() {
        appends.close();
    }
}
