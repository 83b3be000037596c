package io.postrider.platform.views;

import static io.postrider.platform.views.RunnerFixture.LINKS;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.platform.kafka.Durability;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.streams.StreamsSettings;
import io.postrider.platform.views.source.SourceStore;
import io.postrider.platform.views.source.SourceStores;
import io.postrider.schemas.DeadLetter;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The application of the lists, with a view that throws on one record among a hundred. */
class ListRecordsTest {

    private static final int RECORDS = 100;
    private static final int BAD = 42;

    @TempDir Path folder;
    @AutoClose private final ProjectionMemory memory = TestStores.smallMemory();
    private final FakeLog log = new FakeLog();
    private final ValueCodec<DeadLetter> codec = ValueCodec.deadLetters(LockedSchemaIds.shipped());

    @BeforeEach
    void createTopic() {
        log.create(LINKS, 1);
    }

    static Stream<Throwable> thrownByOneRecord() {
        return Stream.of(
                new IllegalStateException("odd"),
                new ClassCastException("odd"),
                new StackOverflowError(),
                new AssertionError("odd"));
    }

    @ParameterizedTest
    @MethodSource("thrownByOneRecord")
    void theOthersAreAppliedAndOneIsADeadLetter(Throwable thrown) {
        Throwing view = new Throwing(thrown);

        List<DeadLetter> letters = process(view);

        assertThat(view.applied).hasSize(RECORDS - 1);
        assertThat(letters)
                .singleElement()
                .satisfies(letter -> {
                    assertThat(letter.id())
                            .isEqualTo("postrider-lists/" + LINKS.name() + "/0/" + BAD);
                    assertThat(letter.exception()).isEqualTo(thrown.getClass().getName());
                });
    }

    @ParameterizedTest
    @MethodSource("thrownByOneRecord")
    void aRestoreGoesOnBehindIt(Throwable thrown) {
        Throwing view = new Throwing(thrown);
        try (SourceStores stores = stores()) {
            SourceStore store = new SourceStore(view, stores);
            store.open(new TopicPartition(LINKS.name(), 0));

            store.apply(records());

            assertThat(view.applied).hasSize(RECORDS - 1);
            store.close();
        }
    }

    @Test
    void aSweepThatThrowsEndsNothing() {
        Throwing view = new Throwing(new IllegalStateException("odd"));
        view.throwsInSweep = true;

        List<DeadLetter> letters = process(view);

        assertThat(view.swept).isGreaterThan(1);
        assertThat(letters).hasSize(1);
    }

    private List<DeadLetter> process(Projection view) {
        try (SourceStores stores = stores();
                TopologyTestDriver driver =
                        new TopologyTestDriver(
                                topology(stores, view),
                                new StreamsSettings(
                                                KafkaSettings.single(
                                                        "localhost:1", Durability.FSYNC, "node"),
                                                folder.resolve("streams"),
                                                memory,
                                                null)
                                        .lists())) {
            var in =
                    driver.createInputTopic(
                            LINKS.name(), new ByteArraySerializer(), new ByteArraySerializer());
            records().forEach(record -> in.pipeInput(record.key(), record.value()));
            driver.advanceWallClockTime(Duration.ofMinutes(2));
            driver.advanceWallClockTime(Duration.ofMinutes(2));
            return driver
                    .createOutputTopic(
                            Topics.DEAD_LETTERS.name(),
                            new ByteArrayDeserializer(),
                            new ByteArrayDeserializer())
                    .readValuesToList()
                    .stream()
                    .map(codec::decode)
                    .toList();
        }
    }

    private static Topology topology(SourceStores stores, Projection view) {
        Topology topology = new Topology();
        stores.addTo(topology, List.of(view));
        return topology;
    }

    private SourceStores stores() {
        return new SourceStores(folder.resolve("lists"), memory, new FakeProbe(log));
    }

    private static List<ConsumerRecord<byte[], byte[]>> records() {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        for (int i = 0; i < RECORDS; i++) {
            byte[] value = ("value " + i).getBytes(UTF_8);
            records.add(new ConsumerRecord<>(LINKS.name(), 0, i, "key".getBytes(UTF_8), value));
        }
        return records;
    }

    private static final class Throwing extends NotesView {

        private final Throwable thrown;
        private final List<String> applied = new ArrayList<>();
        private boolean throwsInSweep;
        private int swept;

        Throwing(Throwable thrown) {
            super(1, LINKS);
            this.thrown = thrown;
        }

        @Override
        public void apply(ConsumerRecord<byte[], byte[]> record, ProjectionBatch batch) {
            String value = new String(record.value(), UTF_8);
            if (value.equals("value " + BAD)) {
                Throwing.<RuntimeException>sneak(thrown);
            }
            super.apply(record, batch);
            applied.add(value);
        }

        @Override
        public void sweep(ProjectionSnapshot snapshot, ProjectionBatch batch) {
            swept++;
            if (throwsInSweep) {
                throw new IllegalStateException("odd");
            }
        }

        @SuppressWarnings("unchecked")
        private static <T extends Throwable> void sneak(Throwable thrown) throws T {
            throw (T) thrown;
        }
    }
}
