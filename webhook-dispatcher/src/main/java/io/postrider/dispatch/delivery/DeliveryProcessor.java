package io.postrider.dispatch.delivery;

import io.postrider.dispatch.delivery.DeliveryStores.Queued;
import io.postrider.dispatch.endpoints.Endpoints;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.SchemaIds;
import io.postrider.schemas.Topics;
import io.postrider.schemas.Undecodable;
import io.postrider.schemas.ValueCodec;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the queue of deliveries. Nothing but an attempt's outcome that was read back from the log changes it, so a crash
 * at any moment repeats an attempt and never loses one.
 */
final class DeliveryProcessor extends ContextualProcessor<byte[], byte[], Void, Void> {

    private static final Logger LOGGER = LoggerFactory.getLogger(DeliveryProcessor.class);
    private static final Duration ROUND = Duration.ofMillis(100);
    private static final long ROUND_BUDGET_NANOS = Duration.ofMillis(40).toNanos();

    private final Endpoints endpoints;
    private final Attempts attempts;
    private final Lanes.Permits permits;
    private final GoneReceivers gone;
    private final InstantSource clock;
    private final ValueCodec<Delivery> deliveryCodec;
    private final ValueCodec<Attempt> attemptCodec;
    private @Nullable DeliveryStores stores;
    private @Nullable Lanes lanes;

    DeliveryProcessor(
            Endpoints endpoints,
            Attempts attempts,
            Lanes.Permits permits,
            GoneReceivers gone,
            InstantSource clock,
            SchemaIds ids) {
        this.endpoints = endpoints;
        this.attempts = attempts;
        this.permits = permits;
        this.gone = gone;
        this.clock = clock;
        this.deliveryCodec = ValueCodec.deliveries(ids);
        this.attemptCodec = ValueCodec.attempts(ids);
    }

    @Override
    public void init(ProcessorContext<Void, Void> context) {
        super.init(context);
        KeyValueStore<Bytes, byte[]> payload = context.getStateStore(DeliveryStores.PAYLOAD);
        KeyValueStore<Bytes, byte[]> queue = context.getStateStore(DeliveryStores.QUEUE);
        KeyValueStore<Bytes, byte[]> done = context.getStateStore(DeliveryStores.DONE);
        DeliveryStores kept = new DeliveryStores(payload, queue, done, deliveryCodec);
        Lanes found = new Lanes(kept, endpoints, attempts, permits);
        found.restore();
        stores = kept;
        lanes = found;
        context.schedule(
                ROUND,
                PunctuationType.WALL_CLOCK_TIME,
                _ -> found.startAll(clock.millis(), ROUND_BUDGET_NANOS));
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        RecordMetadata from = context().recordMetadata().orElseThrow();
        if (record.value() == null || stores == null || lanes == null) {
            return;
        }
        try {
            if (from.topic().equals(Topics.DELIVERIES.name())) {
                queued(deliveryCodec.decode(record.value()), record.value(), stores, lanes);
            } else {
                attempted(attemptCodec.decode(record.value()), stores, lanes);
            }
        } catch (Undecodable e) {
            LOGGER.atWarn()
                    .addKeyValue("topic", from.topic())
                    .addKeyValue("partition", from.partition())
                    .addKeyValue("offset", from.offset())
                    .addKeyValue("error", e.getMessage())
                    .log("A record cannot be read and is passed over");
        }
    }

    private void queued(Delivery delivery, byte[] bytes, DeliveryStores kept, Lanes found) {
        if (!QueueKey.fits(delivery.id()) || !QueueKey.fits(delivery.endpoint())) {
            return;
        }
        long now = clock.millis();
        if (kept.add(delivery, bytes, now)) {
            found.dueAt(delivery.endpoint(), now);
            found.start(delivery.endpoint(), now);
        }
    }

    private void attempted(Attempt attempt, DeliveryStores kept, Lanes found) {
        Optional<Queued> place = kept.find(attempt.endpoint(), attempt.delivery());
        long now = clock.millis();
        // An outcome that is read twice, or one of a lost owner, has another number than the one
        // expected.
        if (place.isPresent() && place.get().number() == attempt.number()) {
            found.release(attempt.endpoint(), attempt.delivery());
            kept.dequeue(place.get().key());
            Instant next = attempt.nextAttemptAt();
            if (attempt.outcome().equals(Attempt.RETRY) && next != null) {
                long due = next.toEpochMilli();
                kept.enqueue(
                        new QueueKey(attempt.endpoint(), due, attempt.delivery()),
                        attempt.number() + 1);
                found.dueAt(attempt.endpoint(), due);
            } else {
                kept.finish(attempt.delivery(), now);
            }
            if (attempt.outcome().equals(Attempt.GONE)) {
                gone.report(attempt.workspace(), attempt.endpoint());
            }
        }
        found.start(attempt.endpoint(), now);
    }
}
