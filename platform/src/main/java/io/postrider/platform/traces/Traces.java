package io.postrider.platform.traces;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The traces of a process: begins spans if traces are exported, and otherwise does nothing. */
public final class Traces implements AutoCloseable {

    /** The key of these in the configuration of an application of Kafka. */
    public static final String CONFIG = "postrider.traces";

    private static final String SCOPE = "io.postrider";
    private static final long CLOSE_SECONDS = 5;
    private static final Traces OFF = new Traces(null, InstantSource.system());

    private final @Nullable OpenTelemetrySdk sdk;
    private final @Nullable Tracer tracer;
    private final InstantSource clock;

    private Traces(@Nullable OpenTelemetrySdk sdk, InstantSource clock) {
        this.sdk = sdk;
        this.tracer = sdk == null ? null : sdk.getTracer(SCOPE);
        this.clock = clock;
    }

    /** No traces: nothing is recorded or sent, and headers are not read. */
    public static Traces off() {
        return OFF;
    }

    /** Traces that an SDK records; it is closed with these. */
    static Traces of(OpenTelemetrySdk sdk, InstantSource clock) {
        return new Traces(sdk, clock);
    }

    /** Traces that a processor of spans receives, without any export. */
    public static Traces of(SpanProcessor spans, Sampler sampler, InstantSource clock) {
        return of(
                OpenTelemetrySdk.builder()
                        .setTracerProvider(
                                SdkTracerProvider.builder()
                                        .setSampler(new UntrustedParentSampler(sampler))
                                        .addSpanProcessor(spans)
                                        .build())
                        .build(),
                clock);
    }

    /** The traces in the configuration of an application of Kafka. */
    public static Traces in(Map<String, ?> config) {
        return config.get(CONFIG) instanceof Traces traces ? traces : OFF;
    }

    /** Whether spans are recorded. */
    public boolean isOn() {
        return tracer != null;
    }

    /** Begins a span of a request of a client, which may not decide whether it is recorded unless it is trusted. */
    public Span server(String name, @Nullable String traceparent, boolean trusted, Instant began) {
        Context parent = TraceParent.context(traceparent);
        return begin(
                name,
                SpanKind.SERVER,
                trusted ? parent : UntrustedParentSampler.untrusted(parent),
                began);
    }

    /** Begins a span whose parent a header names. */
    public Span begin(String name, SpanKind kind, @Nullable String traceparent) {
        return begin(name, kind, TraceParent.context(traceparent), null);
    }

    private Span begin(String name, SpanKind kind, Context parent, @Nullable Instant began) {
        if (tracer == null) {
            return Span.getInvalid();
        }
        SpanBuilder span = tracer.spanBuilder(name).setSpanKind(kind).setParent(parent);
        if (began != null) {
            span.setStartTimestamp(began.toEpochMilli(), TimeUnit.MILLISECONDS);
        }
        return span.startSpan();
    }

    /** Marks the span of a request with the status of its response; a client is not the cause of a status from 500 on. */
    public static void respond(Span span, int status) {
        span.setAttribute(SpanAttributes.STATUS, (long) status);
        if (status >= 500) {
            fail(span, status);
        }
    }

    /** Marks a span as failed with a status. */
    public static void fail(Span span, int status) {
        span.setStatus(StatusCode.ERROR);
        span.setAttribute(SpanAttributes.ERROR, Integer.toString(status));
    }

    /** Marks a span as failed, without the message, which may have data of a tenant. */
    public static void fail(Span span, Throwable failure) {
        span.setStatus(StatusCode.ERROR);
        span.setAttribute(SpanAttributes.ERROR, failure.getClass().getName());
    }

    InstantSource clock() {
        return clock;
    }

    /** Sends what is recorded. */
    @Override
    public void close() {
        if (sdk != null) {
            sdk.shutdown().join(CLOSE_SECONDS, TimeUnit.SECONDS);
        }
    }
}
