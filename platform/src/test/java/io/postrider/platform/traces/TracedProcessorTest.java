package io.postrider.platform.traces;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.postrider.platform.streams.GuardedProcessor;
import io.postrider.platform.streams.StreamsSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.MDC;

/** The spans of records in an application. */
class TracedProcessorTest {

    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String PARENT = "00f067aa0ba902b7";
    private static final String HEADER = "00-" + TRACE + "-" + PARENT + "-01";

    @TempDir Path folder;
    private final RecordedSpans spans = RecordedSpans.all();
    private final List<@Nullable String> logged = new CopyOnWriteArrayList<>();

    /** Forwards a record of its own for each that it reads. */
    private final class Forwarding extends ContextualProcessor<byte[], byte[], byte[], byte[]> {
        @Override
        public void process(Record<byte[], byte[]> record) {
            logged.add(MDC.get(LogFields.TRACE));
            logged.add(MDC.get(LogFields.WORKSPACE));
            if (record.value().length == 0) {
                throw new IllegalStateException("broken");
            }
            context().forward(new Record<>(record.key(), record.value(), record.timestamp()));
        }
    }

    @Test
    void aRecordHasASpanThatWhatFollowsContinues() {
        TestRecord<byte[], byte[]> out = read("value", RecordedSpans.NOW, HEADER, true).getFirst();

        SpanData span = spans.ended().getFirst();
        assertThat(span.getName()).isEqualTo("process in");
        assertThat(span.getTraceId()).isEqualTo(TRACE);
        assertThat(span.getParentSpanId()).isEqualTo(PARENT);
        assertThat(span.getAttributes().get(SpanAttributes.TOPIC)).isEqualTo("in");
        assertThat(span.getAttributes().get(SpanAttributes.OFFSET)).isZero();
        assertThat(span.getAttributes().get(SpanAttributes.GROUP)).isEqualTo("postrider-test");
        assertThat(span.getAttributes().get(SpanAttributes.WORKSPACE)).isEqualTo("ws_1");
        assertThat(TraceParent.of(out.headers()))
                .isEqualTo("00-" + TRACE + "-" + span.getSpanId() + "-01");
        assertThat(logged).containsExactly(TRACE, "ws_1");
        assertThat(MDC.get(LogFields.TRACE)).isNull();
        assertThat(MDC.get(LogFields.WORKSPACE)).isNull();
    }

    @Test
    void anOldRecordHasNoSpanAndPassesItsTraceOn() {
        Instant old = RecordedSpans.NOW.minus(Duration.ofMinutes(5));

        assertThat(read("value", old, HEADER, true))
                .singleElement()
                .satisfies(out -> assertThat(TraceParent.of(out.headers())).isEqualTo(HEADER));
        assertThat(spans.ended()).isEmpty();
        assertThat(logged).containsExactly(TRACE, "ws_1");
    }

    @Test
    void aRecordOutsideOfATraceHasNone() {
        assertThat(read("value", RecordedSpans.NOW, "nonsense", true))
                .singleElement()
                .satisfies(out -> assertThat(TraceParent.of(out.headers())).isNull());
        assertThat(spans.ended()).isEmpty();
        assertThat(logged).containsExactly(null, null);
    }

    /** A record can end the wait of what another record caused. */
    @Test
    void theLogNamesTheTraceOfTheWorkInHand() {
        String other = "4bf92f3577b34da6a3ce929d0e0e4799";
        try (RecordTrace _ = RecordTrace.kept(HEADER)) {
            try (RecordTrace _ = RecordTrace.kept("00-" + other + "-" + PARENT + "-01")) {
                assertThat(MDC.get(LogFields.TRACE)).isEqualTo(other);
            }
            try (RecordTrace _ = RecordTrace.none()) {
                assertThat(MDC.get(LogFields.TRACE)).isNull();
            }
            assertThat(MDC.get(LogFields.TRACE)).isEqualTo(TRACE);
        }
        assertThat(MDC.get(LogFields.TRACE)).isNull();
    }

    @Test
    void aFailureIsNotedWithoutItsMessage() {
        assertThat(read("", RecordedSpans.NOW, HEADER, true)).isEmpty();

        SpanData span = spans.ended().getFirst();
        assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(span.getAttributes().get(SpanAttributes.ERROR))
                .isEqualTo(IllegalStateException.class.getName());
        assertThat(span.toString()).doesNotContain("broken");
    }

    @Test
    void withoutTracesNoHeaderIsAdded() {
        assertThat(read("value", RecordedSpans.NOW, HEADER, false))
                .singleElement()
                .satisfies(out -> assertThat(out.headers().toArray()).isEmpty());
        assertThat(spans.ended()).isEmpty();
        assertThat(logged).containsExactly(null, null);
    }

    private List<TestRecord<byte[], byte[]>> read(
            String value, Instant at, String traceparent, boolean traced) {
        Topology topology = new Topology();
        topology.addSource("in", new ByteArrayDeserializer(), new ByteArrayDeserializer(), "in");
        GuardedProcessor.addTo(topology, "forward", Forwarding::new, "in");
        topology.addSink(
                "out", "out", new ByteArraySerializer(), new ByteArraySerializer(), "forward");
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "postrider-test");
        properties.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
        if (traced) {
            properties.put(Traces.CONFIG, spans.traces());
        }
        RecordHeaders headers = new RecordHeaders();
        headers.add("ce_workspace", "ws_1".getBytes(UTF_8));
        TraceParent.put(headers, traceparent);
        try (TopologyTestDriver driver =
                new TopologyTestDriver(topology, StreamsSettings.settingAside(properties))) {
            driver.createInputTopic("in", new ByteArraySerializer(), new ByteArraySerializer())
                    .pipeInput(
                            new TestRecord<>(new byte[] {1}, value.getBytes(UTF_8), headers, at));
            return driver.createOutputTopic(
                            "out", new ByteArrayDeserializer(), new ByteArrayDeserializer())
                    .readRecordsToList();
        }
    }
}
