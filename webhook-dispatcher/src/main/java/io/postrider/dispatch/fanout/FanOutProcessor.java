package io.postrider.dispatch.fanout;

import io.postrider.runtime.views.KnownChanges;
import io.postrider.schemas.Context;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.CloudEventHeaders;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** Turns each event into deliveries, once the endpoints are known as far as the event could have seen them. */
final class FanOutProcessor extends ContextualProcessor<byte[], byte[], byte[], byte[]> {

    private final FanOut fanOut;
    private final KnownChanges freshness;
    private final LongSupplier polls;
    private final Map<String, EventCodec> codecs = new HashMap<>();
    private final ValueCodec<Delivery> deliveries;
    private long freshAsOfPoll = -1;

    FanOutProcessor(FanOut fanOut, KnownChanges freshness, LongSupplier polls, SchemaIds ids) {
        this.fanOut = fanOut;
        this.freshness = freshness;
        this.polls = polls;
        for (Context context : Context.ofWorkspaces()) {
            codecs.put(context.events().name(), EventCodec.of(context, ids));
        }
        codecs.put(Topics.CLICKS.name(), EventCodec.clicks(ids));
        codecs.put(Topics.LISTINGS.name(), EventCodec.listings(ids));
        codecs.put(Topics.PUBLISHED.name(), EventCodec.published(ids));
        this.deliveries = ValueCodec.deliveries(ids);
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        long poll = polls.getAsLong();
        if (poll != freshAsOfPoll) {
            freshness.await();
            freshAsOfPoll = poll;
        }
        if (isForNobody(record.headers())) {
            return;
        }
        EventRecord event = decoded(record.value());
        if (event == null) {
            return;
        }
        for (Delivery delivery : fanOut.deliveriesOf(event)) {
            context()
                    .forward(
                            new Record<>(
                                    delivery.endpoint().getBytes(StandardCharsets.US_ASCII),
                                    deliveries.encode(delivery),
                                    record.timestamp()));
        }
    }

    /** Most clicks are: not decoding them leaves the processor to those that somebody waits for. */
    private boolean isForNobody(Headers headers) {
        String workspace = CloudEventHeaders.workspace(headers);
        String type = CloudEventHeaders.type(headers);
        return workspace != null && type != null && !fanOut.isWanted(workspace, type);
    }

    private @Nullable EventRecord decoded(byte @Nullable [] value) {
        RecordMetadata from = context().recordMetadata().orElseThrow();
        EventCodec codec = codecs.get(from.topic());
        if (codec == null || value == null) {
            return null;
        }
        return codec.decode(value);
    }
}
