package io.postrider.platform.views.source;

import static java.util.Objects.requireNonNull;

import io.postrider.platform.traces.RecordTrace;
import io.postrider.platform.traces.Traces;
import java.time.Duration;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** Hands the records of a topic to the store that is made of it. */
final class SourceProcessor implements Processor<byte[], byte[], Void, Void> {

    private static final Duration SWEEP = Duration.ofMinutes(1);

    private final String store;
    private Traces traces = Traces.off();
    private @Nullable ProcessorContext<Void, Void> context;
    private @Nullable SourceStore target;

    SourceProcessor(String store) {
        this.store = store;
    }

    @Override
    public void init(ProcessorContext<Void, Void> context) {
        this.context = context;
        traces = Traces.in(context.appConfigs());
        SourceStore found = context.getStateStore(store);
        target = found;
        found.takeOver();
        context.schedule(SWEEP, PunctuationType.WALL_CLOCK_TIME, _ -> found.sweep());
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        ProcessorContext<Void, Void> from = requireNonNull(context);
        RecordMetadata at = from.recordMetadata().orElseThrow();
        if (!traces.isOn()) {
            process(record, at);
            return;
        }
        RecordTrace.Source source =
                new RecordTrace.Source(
                        from.applicationId(),
                        at.topic(),
                        at.partition(),
                        at.offset(),
                        record.timestamp(),
                        record.headers());
        try (RecordTrace _ = RecordTrace.process(traces, source)) {
            process(record, at);
        }
    }

    private void process(Record<byte[], byte[]> record, RecordMetadata at) {
        requireNonNull(target)
                .process(
                        new ConsumerRecord<>(
                                at.topic(),
                                at.partition(),
                                at.offset(),
                                record.timestamp(),
                                TimestampType.CREATE_TIME,
                                ConsumerRecord.NULL_SIZE,
                                ConsumerRecord.NULL_SIZE,
                                record.key(),
                                record.value(),
                                record.headers(),
                                Optional.empty()));
    }

    /** Called also where the store stays open as a standby replica. */
    @Override
    public void close() {
        SourceStore found = target;
        if (found != null) {
            found.handOver();
        }
    }
}
