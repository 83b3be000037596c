package io.postrider.platform.streams;

import io.postrider.platform.traces.TraceParent;
import java.io.File;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.streams.StreamsMetrics;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.Punctuator;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/**
 * The context of a {@link GuardedProcessor} processor.
 *
 * @param forwarded collects what the processor forwards
 * @param retried the record in hand, if it is processed again
 * @param run runs a round of a timer as it runs the processing of a record
 * @param traced whether a span may be current
 */
record GuardedContext<K, V>(
        ProcessorContext<K, V> inner,
        List<Runnable> forwarded,
        Supplier<Optional<RetriedRecord>> retried,
        Consumer<Runnable> run,
        boolean traced)
        implements ProcessorContext<K, V> {

    @Override
    public <A extends K, B extends V> void forward(Record<A, B> record) {
        trace(record);
        forwarded.add(() -> inner.forward(record));
    }

    /** What follows from a record belongs to the trace of that. */
    private void trace(Record<?, ?> record) {
        if (traced) {
            TraceParent.put(record.headers(), TraceParent.current());
        }
    }

    @Override
    public <A extends K, B extends V> void forward(Record<A, B> record, String child) {
        trace(record);
        forwarded.add(() -> inner.forward(record, child));
    }

    @Override
    public Cancellable schedule(Duration interval, PunctuationType type, Punctuator punctuator) {
        return inner.schedule(interval, type, guarded(punctuator));
    }

    @Override
    public Cancellable schedule(
            Instant start, Duration interval, PunctuationType type, Punctuator punctuator) {
        return inner.schedule(start, interval, type, guarded(punctuator));
    }

    private Punctuator guarded(Punctuator punctuator) {
        return at -> run.accept(() -> punctuator.punctuate(at));
    }

    @Override
    public String applicationId() {
        return inner.applicationId();
    }

    @Override
    public TaskId taskId() {
        return inner.taskId();
    }

    @Override
    public Optional<RecordMetadata> recordMetadata() {
        return retried.get().<RecordMetadata>map(record -> record).or(inner::recordMetadata);
    }

    @Override
    public Serde<?> keySerde() {
        return inner.keySerde();
    }

    @Override
    public Serde<?> valueSerde() {
        return inner.valueSerde();
    }

    @Override
    public File stateDir() {
        return inner.stateDir();
    }

    @Override
    public StreamsMetrics metrics() {
        return inner.metrics();
    }

    @Override
    @SuppressWarnings("TypeParameterUnusedInFormals") // Kafka declares it so.
    public <S extends StateStore> S getStateStore(String name) {
        return inner.getStateStore(name);
    }

    @Override
    public void commit() {
        inner.commit();
    }

    @Override
    public Map<String, Object> appConfigs() {
        return inner.appConfigs();
    }

    @Override
    public Map<String, Object> appConfigsWithPrefix(String prefix) {
        return inner.appConfigsWithPrefix(prefix);
    }

    @Override
    public long currentSystemTimeMs() {
        return inner.currentSystemTimeMs();
    }

    @Override
    public long currentStreamTimeMs() {
        return inner.currentStreamTimeMs();
    }
}
