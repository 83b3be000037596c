package io.postrider.platform.traces;

import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.time.Instant;
import java.util.List;

/** Traces whose spans a test reads. */
public final class RecordedSpans {

    /** The time of the traces. */
    public static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");

    private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
    private final Traces traces;

    private RecordedSpans(Sampler sampler) {
        traces = Traces.of(SimpleSpanProcessor.create(exporter), sampler, () -> NOW);
    }

    /** With the sampler that is the default. */
    public static RecordedSpans all() {
        return new RecordedSpans(Sampler.parentBased(Sampler.alwaysOn()));
    }

    /** With a sampler that records a trace only if its parent is recorded. */
    static RecordedSpans ofRecordedParents() {
        return new RecordedSpans(Sampler.parentBased(Sampler.alwaysOff()));
    }

    /** The traces. */
    public Traces traces() {
        return traces;
    }

    /** The spans that have ended. */
    public List<SpanData> ended() {
        return exporter.getFinishedSpanItems();
    }
}
