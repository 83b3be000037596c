package io.postrider.outbound.delivery;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNull;

import io.postrider.platform.streams.DeadLetterHandler;
import io.postrider.platform.streams.Retries;
import io.postrider.platform.traces.TraceParent;
import io.postrider.platform.traces.Traces;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.Topic;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** Reads deliveries and outcomes from the log into a partition's queue, and starts what is due. */
final class DeliveryProcessor extends ContextualProcessor<byte[], byte[], Void, Void> {

    private static final Duration ROUND = Duration.ofMillis(100);
    private static final long ROUND_BUDGET_NANOS = Duration.ofMillis(40).toNanos();

    private final Topic deliveries;
    private final Function<DeliveryStores, DeliveryQueue> queues;
    private final IntFunction<TakeoverBarrier> fences;
    private final InstantSource clock;
    private final ValueCodec<Delivery> deliveryCodec;
    private final ValueCodec<Attempt> attemptCodec;
    private Traces traces = Traces.off();
    private @Nullable DeliveryQueue queue;
    private @Nullable TakeoverBarrier fence;

    DeliveryProcessor(
            Topic deliveries,
            Topic attempts,
            Function<DeliveryStores, DeliveryQueue> queues,
            IntFunction<TakeoverBarrier> fences,
            InstantSource clock,
            SchemaIds ids) {
        this.deliveries = deliveries;
        this.queues = queues;
        this.fences = fences;
        this.clock = clock;
        this.deliveryCodec = ValueCodec.deliveries(deliveries, ids);
        this.attemptCodec = ValueCodec.attempts(attempts, ids);
    }

    @Override
    public void init(ProcessorContext<Void, Void> context) {
        super.init(context);
        traces = Traces.in(context.appConfigs());
        KeyValueStore<Bytes, byte[]> payload = context.getStateStore(DeliveryStores.PAYLOAD);
        KeyValueStore<Bytes, byte[]> places = context.getStateStore(DeliveryStores.QUEUE);
        KeyValueStore<Bytes, byte[]> done = context.getStateStore(DeliveryStores.DONE);
        DeliveryQueue kept = queues.apply(new DeliveryStores(payload, places, done, deliveryCodec));
        kept.restore();
        queue = kept;
        fence = fences.apply(context.taskId().partition());
        kept.hold(isHeld(kept));
        context.schedule(
                ROUND,
                PunctuationType.WALL_CLOCK_TIME,
                _ -> {
                    kept.hold(isHeld(kept));
                    kept.startDue(clock.millis(), ROUND_BUDGET_NANOS);
                    kept.report(context.taskId().partition(), true);
                });
    }

    @Override
    public void close() {
        if (queue != null) {
            queue.report(context().taskId().partition(), false);
        }
    }

    private boolean isHeld(DeliveryQueue kept) {
        return !requireNonNull(fence).isOpen(kept.position(), clock.millis());
    }

    /** A delivery that belongs to a trace is stored with it, so that each of its attempts does. */
    private boolean add(DeliveryQueue to, byte[] value) {
        Delivery delivery = deliveryCodec.decode(value);
        String trace = traces.isOn() ? TraceParent.current() : null;
        if (trace == null) {
            return to.add(delivery, value, clock.millis());
        }
        Delivery traced = delivery.withTraceparent(trace);
        return to.add(traced, deliveryCodec.encode(traced), clock.millis());
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        RecordMetadata from = context().recordMetadata().orElseThrow();
        if (record.value() == null || queue == null) {
            return;
        }
        if (from.topic().equals(deliveries.name())) {
            if (!add(queue, record.value())) {
                Retries.refuse(context(), "The queue of the delivery has known it since then");
            }
            return;
        }
        try {
            queue.settle(attemptCodec.decode(record.value()), clock.millis());
        } catch (RuntimeException | StackOverflowError | AssertionError e) {
            if (DeadLetterHandler.setsAside(e)) {
                // The fence waits for the last attempt, and this one is not read again.
                queue.reach(from.offset());
                queue.setAside(new String(record.key(), US_ASCII));
            }
            throw e;
        }
        queue.reach(from.offset());
    }
}
