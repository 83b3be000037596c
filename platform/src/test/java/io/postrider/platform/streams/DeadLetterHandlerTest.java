package io.postrider.platform.streams;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.platform.kafka.Durability;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.views.ProjectionMemory;
import io.postrider.platform.views.RocksFolder;
import io.postrider.schemas.DeadLetter;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.rocksdb.RocksDBException;

class DeadLetterHandlerTest {

    private static final int RECORDS = 100;
    private static final int BAD = 42;
    private static final Duration ROUND = Duration.ofSeconds(1);

    @TempDir Path folder;

    /** Forwards each record twice, and does as it is told in between. */
    private static final class Doubling
            extends ContextualProcessor<byte[], byte[], byte[], byte[]> {

        private final Consumer<String> between;
        private final Runnable round;

        Doubling(Consumer<String> between, Runnable round) {
            this.between = between;
            this.round = round;
        }

        @Override
        public void init(ProcessorContext<byte[], byte[]> context) {
            super.init(context);
            var _ = context.schedule(ROUND, PunctuationType.WALL_CLOCK_TIME, _ -> round.run());
        }

        @Override
        public void process(Record<byte[], byte[]> record) {
            context().forward(record);
            between.accept(new String(record.value(), UTF_8));
            context().forward(record);
        }
    }

    static Stream<Throwable> thrownByARecord() {
        return Stream.of(
                new IllegalStateException("a bug"),
                new NullPointerException(),
                new StackOverflowError(),
                new AssertionError("never"),
                new ClassCastException("not a text"),
                new SerializationException("not ours"),
                new RecordTooLargeException(),
                new StreamsException("wrapped", new ArithmeticException()));
    }

    @ParameterizedTest
    @MethodSource("thrownByARecord")
    void oneBadRecordAmongAHundredIsSetAsideAndLeavesNothingBehind(Throwable thrown) {
        Consumer<String> between =
                value -> {
                    if (value.equals("value " + BAD)) {
                        sneak(thrown);
                    }
                };

        Results results = run(between, () -> {});

        assertThat(results.out).hasSize(2 * (RECORDS - 1)).doesNotContain("value " + BAD);
        assertThat(results.letters)
                .singleElement()
                .satisfies(letter -> {
                    assertThat(letter.id()).isEqualTo("postrider-test/in/0/" + BAD);
                    assertThat(letter.processor()).isEqualTo("doubling");
                    assertThat(letter.value()).isEqualTo(("value " + BAD).getBytes(UTF_8));
                    assertThat(letter.key()).isEqualTo("key".getBytes(UTF_8));
                    assertThat(letter.exception())
                            .isEqualTo(
                                    thrown instanceof StreamsException
                                            ? ArithmeticException.class.getName()
                                            : thrown.getClass().getName());
                });
    }

    @Test
    void aRoundThatThrowsIsTheLastOfNothing() {
        List<String> rounds = new ArrayList<>();

        Results results =
                run(
                        _ -> {},
                        () -> {
                            rounds.add("begun");
                            throw new IllegalStateException("in a round");
                        });

        assertThat(rounds).hasSizeGreaterThan(1);
        assertThat(results.out).hasSize(2 * RECORDS);
        assertThat(results.letters).isEmpty();
    }

    static Stream<Arguments> exceptions() {
        RuntimeException ours = new IllegalArgumentException("ours");
        return Stream.of(
                Arguments.of(new ProcessorStateException("store", ours), true),
                Arguments.of(new InvalidStateStoreException("store"), true),
                Arguments.of(new RocksDBException("damaged"), true),
                Arguments.of(new UncheckedIOException(new IOException("disk")), true),
                Arguments.of(new KafkaException("broker"), true),
                Arguments.of(new TimeoutException("broker"), true),
                Arguments.of(new StreamsException("without a cause"), true),
                Arguments.of(new StreamsException(new TimeoutException("broker")), true),
                Arguments.of(new ReleaseTooOldException("2 of 1"), true),
                Arguments.of(new StreamsException(ours), false),
                Arguments.of(new SerializationException("ours"), false),
                Arguments.of(new RecordTooLargeException("ours"), false),
                Arguments.of(new StreamsException(new SerializationException("ours")), false),
                Arguments.of(ours, false));
    }

    @ParameterizedTest
    @MethodSource("exceptions")
    void platformExceptionsFailTheTask(Exception exception, boolean fails) {
        assertThat(DeadLetterHandler.isOfPlatform(exception)).isEqualTo(fails);
    }

    @Test
    void storeExceptionsFailTheTask() {
        try (ProjectionMemory memory = new ProjectionMemory(2 << 20, 1 << 20);
                RocksFolder store = new RocksFolder(folder, memory, 1)) {
            assertThat(
                            DeadLetterHandler.isOfPlatform(
                                    store.failure("cannot be read", new RocksDBException("disk"))))
                    .isTrue();
        }
    }

    @Test
    void anOutageSetsNothingAside() {
        assertThatThrownBy(() ->
                        run(
                                _ -> {
                                    throw new TimeoutException("no broker");
                                },
                                () -> {}))
                .hasRootCauseInstanceOf(TimeoutException.class);
    }

    private record Results(List<String> out, List<DeadLetter> letters) {}

    private Results run(Consumer<String> between, Runnable round) {
        try (ProjectionMemory memory = new ProjectionMemory(2 << 20, 1 << 20);
                TopologyTestDriver driver =
                        new TopologyTestDriver(topology(between, round), properties(memory))) {
            var in =
                    driver.createInputTopic(
                            "in", new ByteArraySerializer(), new ByteArraySerializer());
            for (int i = 0; i < RECORDS; i++) {
                in.pipeInput("key".getBytes(UTF_8), ("value " + i).getBytes(UTF_8));
            }
            driver.advanceWallClockTime(ROUND.multipliedBy(2));
            driver.advanceWallClockTime(ROUND.multipliedBy(2));
            ValueCodec<DeadLetter> codec = ValueCodec.deadLetters(LockedSchemaIds.shipped());
            return new Results(
                    output(driver, "out").readValuesToList().stream()
                            .map(bytes -> new String(bytes, UTF_8))
                            .toList(),
                    output(driver, Topics.DEAD_LETTERS.name()).readValuesToList().stream()
                            .map(codec::decode)
                            .toList());
        }
    }

    private static TestOutputTopic<byte[], byte[]> output(TopologyTestDriver driver, String topic) {
        return driver.createOutputTopic(
                topic, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    private Properties properties(ProjectionMemory memory) {
        KafkaSettings log = KafkaSettings.single("localhost:1", Durability.FSYNC, "node");
        return new StreamsSettings(log, folder, memory, null).reacting("postrider-test");
    }

    private static Topology topology(Consumer<String> between, Runnable round) {
        Topology topology = new Topology();
        topology.addSource(
                "source", new ByteArrayDeserializer(), new ByteArrayDeserializer(), "in");
        GuardedProcessor.addTo(topology, "doubling", () -> new Doubling(between, round), "source");
        topology.addSink(
                "sink", "out", new ByteArraySerializer(), new ByteArraySerializer(), "doubling");
        return topology;
    }

    private static void sneak(Throwable thrown) {
        switch (thrown) {
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default -> throw new IllegalArgumentException(thrown);
        }
    }
}
