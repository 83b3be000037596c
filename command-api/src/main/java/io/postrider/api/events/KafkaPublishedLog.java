package io.postrider.api.events;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.platform.kafka.Append;
import io.postrider.platform.kafka.DurableAppends;
import io.postrider.platform.kafka.KafkaClients;
import io.postrider.platform.kafka.PublishedLog;
import io.postrider.platform.offsets.Partitions;
import io.postrider.platform.traces.TraceParent;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.CloudEventHeaders;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.SchemaIds;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** Writes published events to {@code postrider.published.v1}. */
public final class KafkaPublishedLog implements PublishedLog, AutoCloseable {

    private final DurableAppends appends;
    private final Partitions partitions;
    private final EventCodec codec;

    private KafkaPublishedLog(DurableAppends appends, Partitions partitions, EventCodec codec) {
        this.appends = appends;
        this.partitions = partitions;
        this.codec = codec;
    }

    /** A log that shares the producer of appends. */
    public static KafkaPublishedLog connect(KafkaClients clients, SchemaIds ids) {
        return new KafkaPublishedLog(
                clients.appends(Topics.PUBLISHED),
                new Partitions(clients.settings().partitions()),
                EventCodec.published(ids));
    }

    @Override
    public CompletionStage<Append> append(String key, EventRecord event) {
        return append(key, event, null);
    }

    @Override
    public CompletionStage<Append> append(
            String key, EventRecord event, @Nullable String traceparent) {
        Headers headers = CloudEventHeaders.of(event.header());
        TraceParent.put(headers, traceparent);
        return appends.append(
                new ProducerRecord<>(
                        Topics.PUBLISHED.name(),
                        partitions.of(key),
                        // The log has the time; a sender's own can be before 1970, which no record
                        // takes.
                        null,
                        key.getBytes(UTF_8),
                        codec.encode(event),
                        headers));
    }

    @Override
    public void close() {
        appends.close();
    }
}
