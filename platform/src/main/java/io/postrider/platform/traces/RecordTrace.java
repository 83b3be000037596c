package io.postrider.platform.traces;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * The trace of a record while it is processed: its span is current on the thread, and log lines carry the id of the trace and the
 * workspace. A record that is older than a few minutes has no span of its own, so that reading the log again exports nothing
 * twice; what follows from it still belongs to its trace.
 */
public final class RecordTrace implements AutoCloseable {

    private static final Duration LIVE = Duration.ofMinutes(5);

    private final Span span;
    private final Scope scope;
    private final @Nullable String outerTrace = MDC.get(LogFields.TRACE);
    private final @Nullable String outerWorkspace = MDC.get(LogFields.WORKSPACE);

    @SuppressWarnings("MustBeClosedChecker") // It is closed with this.
    private RecordTrace(Span span, @Nullable String workspace) {
        this.span = span;
        this.scope = Context.root().with(span).makeCurrent();
        boolean traced = span.getSpanContext().isValid();
        log(LogFields.TRACE, traced ? span.getSpanContext().getTraceId() : null);
        log(LogFields.WORKSPACE, traced ? workspace : null);
    }

    private static void log(String field, @Nullable String value) {
        if (value != null) {
            MDC.put(field, value);
        } else if (MDC.get(field) != null) {
            MDC.remove(field);
        }
    }

    /**
     * A record of a topic.
     *
     * @param group the application that processes it
     * @param timestamp when it was appended, in milliseconds
     */
    public record Source(
            String group,
            String topic,
            int partition,
            long offset,
            long timestamp,
            Headers headers) {

        private @Nullable String text(String name) {
            Header header = headers.lastHeader(name);
            return header == null || header.value() == null
                    ? null
                    : new String(header.value(), StandardCharsets.UTF_8);
        }
    }

    /** Begins the processing of a record. */
    public static RecordTrace process(Traces traces, Source record) {
        return process(traces, record, TraceParent.of(record.headers()));
    }

    /** The same for a record whose value names its trace. */
    public static RecordTrace process(Traces traces, Source record, @Nullable String traceparent) {
        return begin(traces, "process " + record.topic(), SpanKind.CONSUMER, record, traceparent);
    }

    /** Begins the evaluation of the expressions of a rule or webhook for a record. */
    public static RecordTrace evaluate(Traces traces, Source record, String evaluated) {
        RecordTrace begun =
                begin(
                        traces,
                        "evaluate expressions",
                        SpanKind.INTERNAL,
                        record,
                        TraceParent.of(record.headers()));
        begun.span.setAttribute(SpanAttributes.EVALUATED, evaluated);
        return begun;
    }

    /** No trace until it is closed, for work that the record in hand did not cause. */
    public static RecordTrace none() {
        return new RecordTrace(Span.getInvalid(), null);
    }

    /**
     * The trace of a record that was processed before, for what a state kept of it.
     *
     * @param traceparent the header that {@link TraceParent#current()} was then; null for none
     */
    public static RecordTrace kept(@Nullable String traceparent) {
        return new RecordTrace(Span.wrap(TraceParent.parse(traceparent)), null);
    }

    private static RecordTrace begin(
            Traces traces,
            String name,
            SpanKind kind,
            Source record,
            @Nullable String traceparent) {
        boolean live =
                record.timestamp() > traces.clock().millis() - LIVE.toMillis()
                        && traceparent != null;
        String workspace = record.text("ce_workspace");
        if (!live || !TraceParent.parse(traceparent).isValid()) {
            return new RecordTrace(Span.wrap(TraceParent.parse(traceparent)), workspace);
        }
        Span span = traces.begin(name, kind, traceparent);
        if (span.isRecording()) {
            describe(span, record, workspace);
        }
        return new RecordTrace(span, workspace);
    }

    private static void describe(Span span, Source record, @Nullable String workspace) {
        span.setAttribute(SpanAttributes.SYSTEM, SpanAttributes.KAFKA);
        span.setAttribute(SpanAttributes.OPERATION, "process");
        span.setAttribute(SpanAttributes.TOPIC, record.topic());
        span.setAttribute(SpanAttributes.PARTITION, Integer.toString(record.partition()));
        span.setAttribute(SpanAttributes.OFFSET, record.offset());
        span.setAttribute(SpanAttributes.GROUP, record.group());
        set(span, SpanAttributes.MESSAGE, record.text("ce_id"));
        set(span, SpanAttributes.TYPE, record.text("ce_type"));
        set(span, SpanAttributes.WORKSPACE, workspace);
    }

    private static void set(Span span, AttributeKey<String> key, @Nullable String value) {
        if (value != null && !value.isEmpty()) {
            span.setAttribute(key, value);
        }
    }

    /** The header for what follows; null without a trace. */
    public @Nullable String traceparent() {
        return TraceParent.text(span.getSpanContext());
    }

    /** Notes that the processing failed. */
    public void fail(Throwable failure) {
        Traces.fail(span, failure);
    }

    @Override
    public void close() {
        log(LogFields.TRACE, outerTrace);
        log(LogFields.WORKSPACE, outerWorkspace);
        scope.close();
        span.end();
    }
}
