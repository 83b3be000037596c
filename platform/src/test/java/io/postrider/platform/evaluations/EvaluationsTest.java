package io.postrider.platform.evaluations;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.opentelemetry.sdk.trace.data.SpanData;
import io.postrider.platform.evaluations.Evaluations.Outcome;
import io.postrider.platform.kafka.DeadLetters;
import io.postrider.platform.streams.GuardedProcessor;
import io.postrider.platform.streams.StreamsSettings;
import io.postrider.platform.traces.RecordedSpans;
import io.postrider.platform.traces.TraceParent;
import io.postrider.platform.traces.Traces;
import io.postrider.schemas.DeadLetter;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EvaluationsTest {

    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final int RECORDS = 100;
    private static final int BAD = 42;
    private static final String FIRST = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    private static final String SECOND = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    @TempDir Path folder;

    /** Evaluates each record in a lane of one, and forwards it. */
    private static final class Evaluating
            extends ContextualProcessor<byte[], byte[], byte[], byte[]> {

        private final Throwable thrown;
        private final Executor executor;
        private @Nullable Evaluations evaluations;

        Evaluating(Throwable thrown, Executor executor) {
            this.executor = executor;
            this.thrown = thrown;
        }

        @Override
        public void init(ProcessorContext<byte[], byte[]> context) {
            super.init(context);
            EvaluationPool pool =
                    new EvaluationPool(
                            executor,
                            new CpuBudget(Duration.ofSeconds(6), false),
                            () -> 0,
                            () -> NOW);
            evaluations =
                    new Evaluations("evaluating", context, pool, this::evaluated, _ -> List.of());
        }

        @Override
        public void process(Record<byte[], byte[]> record) {
            requireNonNull(evaluations)
                    .add(new Pending("ws_1", "rul_1", 0, Pending.read(context(), record)));
            requireNonNull(evaluations).forward();
        }

        private List<Outcome> evaluated(Pending pending) {
            if (new String(pending.value(), UTF_8).equals("value " + BAD)) {
                EvaluationsTest.<RuntimeException>sneak(thrown);
            }
            return List.of(
                    new Outcome(
                            new Record<>(new byte[] {1}, pending.value(), pending.appended()),
                            "out"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            classes = {IllegalStateException.class, StackOverflowError.class, AssertionError.class})
    void aRecordOnWhichAnEvaluationThrowsIsSetAside(Class<? extends Throwable> type)
            throws ReflectiveOperationException {
        try (TopologyTestDriver driver = open(type.getConstructor().newInstance())) {
            read(driver);

            assertThat(values(driver, "out")).hasSize(RECORDS - 1).doesNotContain("value " + BAD);
            assertThat(letters(driver))
                    .singleElement()
                    .satisfies(letter -> {
                        assertThat(letter.id()).isEqualTo("postrider-test/in/0/" + BAD);
                        assertThat(letter.processor()).isEqualTo("evaluating");
                        assertThat(letter.workspace()).isEqualTo("ws_1");
                        assertThat(letter.exception()).isEqualTo(type.getName());
                        assertThat(letter.value()).isEqualTo(("value " + BAD).getBytes(UTF_8));
                        assertThat(letter.headers()).containsEntry("name", "content");
                    });
        }
    }

    @Test
    void platformExceptionsInEvaluationsFailTheTask() {
        try (TopologyTestDriver driver = open(new InvalidStateStoreException("closed"))) {
            assertThatThrownBy(() -> read(driver))
                    .hasRootCauseInstanceOf(InvalidStateStoreException.class);
        }
    }

    @Test
    void resultsBelongToTheTraceOfTheirRecordWhicheverIsInHand() {
        RecordedSpans spans = RecordedSpans.all();
        Deque<Runnable> waiting = new ArrayDeque<>();
        Properties properties = properties();
        properties.put(Traces.CONFIG, spans.traces());
        try (TopologyTestDriver driver =
                new TopologyTestDriver(topology(new AssertionError(), waiting::add), properties)) {
            pipe(driver, FIRST);
            waiting.removeFirst().run();
            // Forwards the result of the first one.
            pipe(driver, SECOND);
            waiting.removeFirst().run();
            driver.advanceWallClockTime(Duration.ofMillis(20));

            assertThat(
                            driver.createOutputTopic(
                                            "out",
                                            new ByteArrayDeserializer(),
                                            new ByteArrayDeserializer())
                                    .readRecordsToList())
                    .hasSize(2)
                    .allSatisfy(out ->
                            assertThat(traceId(TraceParent.of(out.headers())))
                                    .isEqualTo(traceId(new String(out.value(), UTF_8))));
        }
        assertThat(spans.ended())
                .filteredOn(span -> span.getName().equals("evaluate expressions"))
                .extracting(SpanData::getTraceId)
                .containsExactly(traceId(FIRST), traceId(SECOND));
    }

    private static void pipe(TopologyTestDriver driver, String traceparent) {
        RecordHeaders headers = new RecordHeaders();
        TraceParent.put(headers, traceparent);
        driver.createInputTopic("in", new ByteArraySerializer(), new ByteArraySerializer())
                .pipeInput(
                        new TestRecord<>(
                                new byte[] {1},
                                traceparent.getBytes(UTF_8),
                                headers,
                                RecordedSpans.NOW));
    }

    private static String traceId(@Nullable String traceparent) {
        return TraceParent.parse(traceparent).getTraceId();
    }

    @Test
    void storedWaitingRecordsAreReadBack() {
        RecordHeaders headers = new RecordHeaders();
        headers.add("name", "content".getBytes(UTF_8)).add("none", null);
        Pending kept = new Pending("ws_1", "rul_1", 7, source(headers));

        Pending back = Pending.of(kept.bytes());

        assertThat(back).usingRecursiveComparison().isEqualTo(kept);
    }

    private TopologyTestDriver open(Throwable thrown) {
        return new TopologyTestDriver(topology(thrown, Runnable::run), properties());
    }

    private static Topology topology(Throwable thrown, Executor executor) {
        Topology topology = new Topology();
        topology.addSource("in", new ByteArrayDeserializer(), new ByteArrayDeserializer(), "in");
        GuardedProcessor.addTo(
                topology, "evaluating", () -> new Evaluating(thrown, executor), "in");
        topology.addStateStore(Evaluations.store("evaluating"), "evaluating");
        topology.addSink(
                "out", "out", new ByteArraySerializer(), new ByteArraySerializer(), "evaluating");
        return topology;
    }

    private Properties properties() {
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "postrider-test");
        properties.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
        return StreamsSettings.settingAside(properties);
    }

    private static void read(TopologyTestDriver driver) {
        var in =
                driver.createInputTopic("in", new ByteArraySerializer(), new ByteArraySerializer());
        RecordHeaders headers = new RecordHeaders();
        headers.add("name", "content".getBytes(UTF_8));
        IntStream.range(0, RECORDS)
                .forEach(i ->
                        in.pipeInput(
                                new TestRecord<>(
                                        new byte[] {1}, ("value " + i).getBytes(UTF_8), headers)));
        driver.advanceWallClockTime(Duration.ofMillis(20));
    }

    private static List<String> values(TopologyTestDriver driver, String topic) {
        return bytes(driver, topic).stream().map(value -> new String(value, UTF_8)).toList();
    }

    private static List<DeadLetter> letters(TopologyTestDriver driver) {
        ValueCodec<DeadLetter> codec = ValueCodec.deadLetters(LockedSchemaIds.shipped());
        return bytes(driver, Topics.DEAD_LETTERS.name()).stream().map(codec::decode).toList();
    }

    private static List<byte[]> bytes(TopologyTestDriver driver, String topic) {
        return driver.createOutputTopic(
                        topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                .readValuesToList();
    }

    private static ConsumerRecord<byte[], byte[]> source(RecordHeaders headers) {
        return DeadLetters.source(
                "in", 3, 42, NOW.toEpochMilli(), headers, null, new byte[] {1, 2});
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void sneak(Throwable thrown) throws T {
        throw (T) thrown;
    }
}
