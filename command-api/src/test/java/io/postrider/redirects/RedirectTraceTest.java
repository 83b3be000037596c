package io.postrider.redirects;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.postrider.platform.traces.SpanAttributes;
import io.postrider.platform.traces.TraceParent;
import io.postrider.platform.traces.Traces;
import io.postrider.testkit.claims.Verifies;
import java.lang.management.ManagementFactory;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

/** The spans of requests for short links, and that there is nothing without traces. */
class RedirectTraceTest {

    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String RECORDED = "00-" + TRACE + "-00f067aa0ba902b7-01";
    private static final int TIMES = 10_000;

    private final InMemorySpanExporter spans = InMemorySpanExporter.create();
    private final FullHttpResponse found =
            new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.FOUND);

    @Test
    void aRequestIsASpanWithoutItsSlug() {
        RedirectTrace traces = traces(Sampler.alwaysOn());
        Span span = traces.begin(request("GET"));
        String traceparent = traces.traceparent(span);

        traces.end(span, found);

        SpanData ended = spans.getFinishedSpanItems().getFirst();
        assertThat(ended.getName()).isEqualTo("GET /{slug}");
        assertThat(ended.getTraceId()).isEqualTo(TRACE);
        assertThat(ended.getAttributes().get(SpanAttributes.STATUS)).isEqualTo(302);
        assertThat(ended.toString()).doesNotContain("planted");
        assertThat(TraceParent.parse(traceparent).getSpanId()).isEqualTo(ended.getSpanId());
    }

    @Test
    @Verifies("trace-sampling")
    void aVisitorDoesNotDecideWhetherItsRequestIsRecorded() {
        RedirectTrace traces = traces(Sampler.parentBased(Sampler.alwaysOff()));
        Span span = traces.begin(request("GET"));

        traces.end(span, found);

        assertThat(spans.getFinishedSpanItems()).isEmpty();
        assertThat(traces.traceparent(span)).startsWith("00-" + TRACE).endsWith("-00");
    }

    @Test
    void twoTracesOfAVisitorAreNone() {
        RedirectTrace traces = traces(Sampler.alwaysOn());
        HttpRequest request = request("GET");
        request.headers().add(TraceParent.HEADER, RECORDED);

        assertThat(traces.traceparent(traces.begin(request))).isNotNull().doesNotContain(TRACE);
    }

    @Test
    void aMethodOfTheVisitorIsNoName() {
        RedirectTrace traces = traces(Sampler.alwaysOn());

        traces.fail(traces.begin(request("PLANTED")), new IllegalStateException("message"));

        assertThat(spans.getFinishedSpanItems().getFirst().toString())
                .doesNotContain("PLANTED", "message")
                .contains(IllegalStateException.class.getName());
    }

    @Test
    void withoutTracesNothingIsAllocated() {
        RedirectTrace traces = new RedirectTrace(Traces.off(), InstantSource.system());
        HttpRequest request = request("GET");
        redirect(traces, request);

        long before = allocated();
        redirect(traces, request);
        long allocated = allocated() - before;

        assertThat(allocated).isLessThan(TIMES);
    }

    private void redirect(RedirectTrace traces, HttpRequest request) {
        for (int i = 0; i < TIMES; i++) {
            Span span = traces.begin(request);
            if (traces.traceparent(span) != null) {
                throw new AssertionError();
            }
            traces.end(span, found);
        }
    }

    private static long allocated() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean())
                .getCurrentThreadAllocatedBytes();
    }

    private RedirectTrace traces(Sampler sampler) {
        return new RedirectTrace(
                Traces.of(SimpleSpanProcessor.create(spans), sampler, InstantSource.system()),
                InstantSource.system());
    }

    private static HttpRequest request(String method) {
        HttpRequest request =
                new DefaultHttpRequest(
                        HttpVersion.HTTP_1_1, HttpMethod.valueOf(method), "/planted");
        request.headers().set(TraceParent.HEADER, RECORDED);
        return request;
    }
}
