package io.postrider.webhooks.fanout;

import static java.util.Objects.requireNonNull;

import io.postrider.platform.evaluations.EvaluationPool;
import io.postrider.platform.evaluations.Evaluations;
import io.postrider.platform.evaluations.Evaluations.Outcome;
import io.postrider.platform.evaluations.Pending;
import io.postrider.platform.meters.FullestPart;
import io.postrider.platform.views.commands.ChangeBarrier;
import io.postrider.schemas.Context;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.CloudEventHeaders;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Turns each event into deliveries, once the endpoints are known as far as the event could have seen them. */
final class FanOutProcessor extends ContextualProcessor<byte[], byte[], byte[], byte[]> {

    private final FanOut fanOut;
    private final ChangeBarrier barrier;
    private final LongSupplier polls;
    private final Map<String, EventCodec> codecs = new HashMap<>();
    private final ValueCodec<Delivery> deliveries;
    private final EvaluationPool pool;
    private final int heldMax;
    private final FullestPart heldEvents;
    private long freshAsOfPoll = -1;
    private @Nullable Evaluations evaluations;
    private @Nullable HeldEvents shown;

    FanOutProcessor(
            FanOut fanOut,
            ChangeBarrier barrier,
            LongSupplier polls,
            EvaluationPool pool,
            int heldMax,
            FullestPart heldEvents,
            SchemaIds ids) {
        this.fanOut = fanOut;
        this.barrier = barrier;
        this.polls = polls;
        this.pool = pool;
        this.heldMax = heldMax;
        this.heldEvents = heldEvents;
        for (Context context : Context.ofWorkspaces()) {
            codecs.put(context.events().name(), EventCodec.of(context, ids));
        }
        codecs.put(Topics.CLICKS.name(), EventCodec.clicks(ids));
        codecs.put(Topics.LISTINGS.name(), EventCodec.listings(ids));
        codecs.put(Topics.PUBLISHED.name(), EventCodec.published(ids));
        this.deliveries = ValueCodec.deliveries(ids);
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> context) {
        super.init(context);
        HeldEvents kept = new HeldEvents(context.getStateStore(HeldEvents.STORE), heldMax);
        heldEvents.add(kept, kept::most);
        shown = kept;
        Evaluations waiting =
                new Evaluations(
                        FanOutParts.PROCESSOR,
                        context,
                        pool,
                        pending -> evaluated(pending, kept),
                        _ -> List.of());
        // As often as evaluations are forwarded, so that what failed is stored before it is no
        // longer pending.
        var _ =
                context.schedule(
                        Evaluations.ROUND,
                        PunctuationType.WALL_CLOCK_TIME,
                        _ -> kept.round(fanOut::changedAt, waiting::add, this::giveUp));
        evaluations = waiting;
    }

    @Override
    public void close() {
        if (evaluations != null) {
            evaluations.close();
        }
        if (shown != null) {
            heldEvents.remove(shown);
        }
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        long poll = polls.getAsLong();
        if (poll != freshAsOfPoll) {
            barrier.await();
            freshAsOfPoll = poll;
        }
        if (!hasNoSubscribers(record.headers()) && record.value() != null) {
            ConsumerRecord<byte[], byte[]> read = Pending.read(context(), record);
            decoded(read.topic(), read.value()).ifPresent(event -> fanOut(event, read));
        }
        requireNonNull(evaluations).forward();
    }

    /** An endpoint without expressions comes at once, unless something of it is still evaluated. */
    private void fanOut(EventRecord event, ConsumerRecord<byte[], byte[]> read) {
        EventHeader header = event.header();
        Evaluations waiting = requireNonNull(evaluations);
        List<String> evaluated =
                fanOut.wanting(header).stream()
                        .filter(each ->
                                FanOut.isEvaluated(each, header)
                                        || waiting.isWaiting(each.endpoint().id()))
                        .map(each -> each.endpoint().id())
                        .toList();
        fanOut.deliveriesOf(event, each -> !evaluated.contains(each.endpoint().id()))
                .forEach(delivery -> context().forward(record(delivery, read.timestamp())));
        for (String endpoint : evaluated) {
            waiting.add(new Pending(header.workspace(), endpoint, 0, read));
        }
    }

    private List<Outcome> evaluated(Pending pending, HeldEvents held) {
        String endpoint = pending.lane();
        Instant changedAt = fanOut.changedAt(endpoint).orElse(Instant.EPOCH);
        return decoded(pending.topic(), pending.value()).stream()
                .flatMap(event ->
                        (pending.version() == 1
                                        ? fanOut.heldDeliveryOf(event, endpoint)
                                        : fanOut.deliveriesOf(
                                                event,
                                                each -> each.endpoint().id().equals(endpoint)))
                                .stream())
                .peek(made -> {
                    if (made.failure() != null) {
                        held.hold(pending, made.eventId(), changedAt);
                    }
                })
                .map(made -> new Outcome(record(made, pending.appended()), FanOutParts.DELIVERIES))
                .toList();
    }

    private void giveUp(Pending pending) {
        decoded(pending.topic(), pending.value())
                .flatMap(event -> fanOut.givenUpDeliveryOf(event, pending.lane()))
                .ifPresent(delivery ->
                        context()
                                .forward(
                                        record(delivery, pending.appended()),
                                        FanOutParts.DELIVERIES));
    }

    private Record<byte[], byte[]> record(Delivery delivery, long timestamp) {
        return new Record<>(
                delivery.endpoint().getBytes(StandardCharsets.US_ASCII),
                deliveries.encode(delivery),
                timestamp);
    }

    /** Most clicks are: not decoding them leaves the processor to those with subscribers. */
    private boolean hasNoSubscribers(Headers headers) {
        String workspace = CloudEventHeaders.workspace(headers);
        String type = CloudEventHeaders.type(headers);
        return workspace != null && type != null && !fanOut.isWanted(workspace, type);
    }

    private Optional<EventRecord> decoded(String topic, byte[] value) {
        return Optional.ofNullable(codecs.get(topic)).map(codec -> codec.decode(value));
    }
}
