package io.postrider.platform.streams;

import static java.util.Objects.requireNonNull;

import io.postrider.platform.traces.RecordTrace;
import io.postrider.platform.traces.Traces;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Runs a processor so that a record on which it throws has no effects and can be set aside: its output is forwarded only when
 * it returns, and an error caused by a record becomes an exception, since Kafka Streams handles exceptions only.
 */
public final class GuardedProcessor<KIn, VIn, KOut, VOut>
        implements Processor<KIn, VIn, KOut, VOut> {

    private final Processor<KIn, VIn, KOut, VOut> guarded;
    private final List<Runnable> forwarded = new ArrayList<>();
    private Optional<RetriedRecord> retried = Optional.empty();
    private Traces traces = Traces.off();
    private @Nullable ProcessorContext<KOut, VOut> context;

    private GuardedProcessor(Processor<KIn, VIn, KOut, VOut> guarded) {
        this.guarded = guarded;
    }

    /** Adds a processor to a topology; no other way of adding one is open to applications. */
    public static <KIn, VIn, KOut, VOut> void addTo(
            Topology topology,
            String name,
            Supplier<? extends Processor<KIn, VIn, KOut, VOut>> processors,
            String... parents) {
        topology.addProcessor(name, of(processors), parents);
    }

    private static <KIn, VIn, KOut, VOut> ProcessorSupplier<KIn, VIn, KOut, VOut> of(
            Supplier<? extends Processor<KIn, VIn, KOut, VOut>> processors) {
        return () -> new GuardedProcessor<>(processors.get());
    }

    @Override
    public void init(ProcessorContext<KOut, VOut> context) {
        this.context = context;
        traces = Traces.in(context.appConfigs());
        guarded.init(
                new GuardedContext<>(context, forwarded, () -> retried, this::run, traces.isOn()));
    }

    @Override
    public void process(Record<KIn, VIn> record) {
        retried =
                requireNonNull(context)
                        .recordMetadata()
                        .flatMap(from -> RetriedRecord.read(from.topic(), record.headers()));
        Record<KIn, VIn> read = retried.map(original -> original.original(record)).orElse(record);
        try {
            if (traces.isOn()) {
                traced(read);
            } else {
                run(() -> guarded.process(read));
            }
        } finally {
            retried = Optional.empty();
        }
    }

    private void traced(Record<KIn, VIn> record) {
        try (RecordTrace trace = RecordTrace.process(traces, source(record))) {
            try {
                run(() -> guarded.process(record));
            } catch (RuntimeException | Error e) {
                trace.fail(e);
                throw e;
            }
        }
    }

    private RecordTrace.Source source(Record<KIn, VIn> record) {
        ProcessorContext<KOut, VOut> from = requireNonNull(context);
        Optional<RecordMetadata> place =
                retried.<RecordMetadata>map(known -> known).or(from::recordMetadata);
        return new RecordTrace.Source(
                from.applicationId(),
                place.map(RecordMetadata::topic).orElse(""),
                place.map(RecordMetadata::partition).orElse(-1),
                place.map(RecordMetadata::offset).orElse(-1L),
                record.timestamp(),
                record.headers());
    }

    @Override
    public void close() {
        guarded.close();
    }

    private void run(Runnable step) {
        forwarded.clear();
        try {
            step.run();
        } catch (StackOverflowError | AssertionError | ClassCastException e) {
            throw new RecordFailedException(e);
        }
        forwarded.forEach(Runnable::run);
        forwarded.clear();
    }
}
