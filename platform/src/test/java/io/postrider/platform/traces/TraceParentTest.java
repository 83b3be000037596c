package io.postrider.platform.traces;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.trace.SpanContext;
import java.util.List;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class TraceParentTest {

    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String SPAN = "00f067aa0ba902b7";
    private static final String VALID = "00-" + TRACE + "-" + SPAN + "-01";

    @Test
    void aHeaderNamesASpanAndIsWrittenAgainFromIt() {
        SpanContext span = TraceParent.parse(VALID);

        assertThat(span.getTraceId()).isEqualTo(TRACE);
        assertThat(span.getSpanId()).isEqualTo(SPAN);
        assertThat(span.isSampled()).isTrue();
        assertThat(span.isRemote()).isTrue();
        assertThat(TraceParent.text(span)).isEqualTo(VALID);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cc-" + TRACE + "-" + SPAN + "-01",
                "cc-" + TRACE + "-" + SPAN + "-01-what-comes-later",
                "00-" + TRACE + "-" + SPAN + "-03"
            })
    void aLaterVersionAndUnknownFlagsAreRead(String text) {
        assertThat(TraceParent.parse(text).isValid()).isTrue();
        assertThat(TraceParent.parse(text).isSampled()).isTrue();
        assertThat(TraceParent.continued(text)).startsWith("00-" + TRACE).hasSameSizeAs(VALID);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "",
                "nonsense",
                "ff-" + TRACE + "-" + SPAN + "-01",
                "00-00000000000000000000000000000000-" + SPAN + "-01",
                "00-" + TRACE + "-0000000000000000-01",
                "00-4BF92F3577B34DA6A3CE929D0E0E4736-" + SPAN + "-01",
                "00-" + TRACE + "-" + SPAN + "-0",
                "00-" + TRACE + "-" + SPAN + "-0g",
                "00-" + TRACE + "-" + SPAN + "-01-more",
                "cc-" + TRACE + "-" + SPAN + "-01.more",
                "00_" + TRACE + "-" + SPAN + "-01",
                "00-" + TRACE + "_" + SPAN + "-01",
                "0\u0661-" + TRACE + "-" + SPAN + "-01",
            })
    void anyOtherTextNamesNone(String text) {
        assertThat(TraceParent.parse(text).isValid()).isFalse();
        assertThat(TraceParent.continued(text)).isNull();
    }

    @Test
    void severalHeadersOfARequestNameNone() {
        assertThat(TraceParent.given(List.of())).isNull();
        assertThat(TraceParent.given(List.of(VALID))).isEqualTo(VALID);
        assertThat(TraceParent.given(List.of(VALID, VALID))).isNull();
    }

    @Test
    void aRecordHasOneHeader() {
        RecordHeaders headers = new RecordHeaders();

        TraceParent.put(headers, null);
        assertThat(TraceParent.of(headers)).isNull();

        TraceParent.put(headers, "first");
        TraceParent.put(headers, VALID);
        assertThat(TraceParent.of(headers)).isEqualTo(VALID);
        assertThat(headers.toArray()).hasSize(1);
    }
}
