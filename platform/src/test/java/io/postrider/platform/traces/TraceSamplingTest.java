package io.postrider.platform.traces;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.trace.Span;
import io.postrider.testkit.claims.Verifies;
import org.junit.jupiter.api.Test;

class TraceSamplingTest {

    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String RECORDED = "00-" + TRACE + "-00f067aa0ba902b7-01";
    private static final String NOT_RECORDED = "00-" + TRACE + "-00f067aa0ba902b7-00";

    @Test
    @Verifies("trace-sampling")
    void anAnonymousClientContinuesItsTraceAndDoesNotDecideWhetherItIsRecorded() {
        RecordedSpans rare = RecordedSpans.ofRecordedParents();

        Span forced = begin(rare, RECORDED, false);
        Span trusted = begin(rare, RECORDED, true);

        assertThat(forced.getSpanContext().isSampled()).isFalse();
        assertThat(forced.getSpanContext().getTraceId()).isEqualTo(TRACE);
        assertThat(trusted.getSpanContext().isSampled()).isTrue();
        assertThat(rare.ended())
                .singleElement()
                .satisfies(span ->
                        assertThat(span.getSpanId())
                                .isEqualTo(trusted.getSpanContext().getSpanId()));
    }

    @Test
    @Verifies("trace-sampling")
    void anAnonymousClientCannotHideFromTracesEither() {
        RecordedSpans all = RecordedSpans.all();

        assertThat(begin(all, NOT_RECORDED, false).getSpanContext().isSampled()).isTrue();
        assertThat(begin(all, NOT_RECORDED, true).getSpanContext().isSampled()).isFalse();
    }

    @Test
    void withoutTracesNothingIsMade() {
        Span span = begin(Traces.off(), RECORDED, true);

        assertThat(span).isSameAs(Span.getInvalid());
        assertThat(TraceParent.text(span.getSpanContext())).isNull();
    }

    private static Span begin(RecordedSpans spans, String traceparent, boolean trusted) {
        return begin(spans.traces(), traceparent, trusted);
    }

    private static Span begin(Traces traces, String traceparent, boolean trusted) {
        Span span = traces.server("GET /", traceparent, trusted, RecordedSpans.NOW);
        span.end();
        return span;
    }
}
