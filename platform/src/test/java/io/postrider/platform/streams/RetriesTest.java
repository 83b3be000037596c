package io.postrider.platform.streams;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.platform.kafka.Durability;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.views.ProjectionMemory;
import io.postrider.schemas.DeadLetter;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RetriesTest {

    private static final Instant AT = Instant.parse("2026-11-21T10:00:00Z");
    private static final String APPLICATION = "postrider-test";
    private static final ValueCodec<DeadLetter> CODEC =
            ValueCodec.deadLetters(LockedSchemaIds.shipped());

    @TempDir Path folder;

    private final List<String> seen = new ArrayList<>();
    private boolean broken = true;
    private boolean refusing;
    private ProjectionMemory memory;
    private TopologyTestDriver driver;
    private TestInputTopic<byte[], byte[]> in;
    private TestInputTopic<byte[], byte[]> retries;
    private TestOutputTopic<byte[], byte[]> letters;
    private TestOutputTopic<byte[], byte[]> out;

    /** Forwards what it reads, once it is no longer broken. */
    private final class Work extends ContextualProcessor<byte[], byte[], byte[], byte[]> {
        @Override
        public void process(Record<byte[], byte[]> record) {
            RecordMetadata from = context().recordMetadata().orElseThrow();
            if (broken) {
                throw new IllegalStateException("broken");
            }
            if (refusing) {
                Retries.refuse(context(), "the state is newer");
            }
            seen.add(
                    "%s-%d@%d %d %s"
                            .formatted(
                                    from.topic(),
                                    from.partition(),
                                    from.offset(),
                                    record.timestamp(),
                                    names(record.headers())));
            context().forward(record);
        }
    }

    @BeforeEach
    void open() {
        memory = new ProjectionMemory(2 << 20, 1 << 20);
        Topology topology = new Topology();
        Retries.addTo(topology, "work");
        topology.addSource(
                "source", new ByteArrayDeserializer(), new ByteArrayDeserializer(), "in");
        GuardedProcessor.addTo(topology, "work", Work::new, "source", Retries.NAME);
        topology.addSink(
                "sink", "out", new ByteArraySerializer(), new ByteArraySerializer(), "work");
        KafkaSettings log = KafkaSettings.single("localhost:1", Durability.FSYNC, "node");
        driver =
                new TopologyTestDriver(
                        topology,
                        new StreamsSettings(log, folder, memory, null).reacting(APPLICATION));
        in = input("in");
        retries = input(Topics.RETRIES.name());
        letters = output(Topics.DEAD_LETTERS.name());
        out = output("out");
    }

    @AfterEach
    void close() {
        driver.close();
        memory.close();
    }

    @Test
    void aRetriedRecordIsTheOneThatWasReadFirst() {
        DeadLetter letter = setAside();
        broken = false;

        retry(RetriedRecord.of(letter), letter);

        assertThat(seen)
                .containsExactly("in-0@0 " + AT.toEpochMilli() + " [ce_type, ce_workspace]");
        TestRecord<byte[], byte[]> forwarded = out.readRecord();
        assertThat(forwarded.value()).isEqualTo("value".getBytes(UTF_8));
        assertThat(names(forwarded.headers())).containsExactly("ce_type", "ce_workspace");
        assertThat(letters.isEmpty()).isTrue();
    }

    @Test
    void repeatedFailuresKeepTheirDeadLetterId() {
        DeadLetter letter = setAside();

        retry(RetriedRecord.of(letter), letter);

        DeadLetter again = CODEC.decode(letters.readValue());
        assertThat(again.id()).isEqualTo(letter.id());
        assertThat(again).usingRecursiveComparison().ignoringFields("at").isEqualTo(letter);
    }

    @Test
    void aProcessorCanRefuseIt() {
        DeadLetter letter = setAside();
        broken = false;
        refusing = true;

        retry(RetriedRecord.of(letter), letter);
        in.pipeInput("key".getBytes(UTF_8), "new".getBytes(UTF_8));

        DeadLetter refused = CODEC.decode(letters.readValue());
        assertThat(refused.id()).isEqualTo(letter.id());
        assertThat(refused.message()).isEqualTo("the state is newer");
        assertThat(seen).hasSize(1);
    }

    @Test
    void recordsOfOtherApplicationsAndProcessorsArePassedOver() {
        DeadLetter letter = setAside();
        broken = false;
        RetriedRecord record = RetriedRecord.of(letter);

        retry(
                new RetriedRecord(
                        "postrider-other", record.processor(), record.topic(), 0, 0, record.time()),
                letter);
        retries.pipeInput("key".getBytes(UTF_8), "no headers".getBytes(UTF_8));

        assertThat(seen).isEmpty();
        assertThat(letters.isEmpty()).isTrue();

        retry(new RetriedRecord(APPLICATION, "gone", record.topic(), 0, 0, record.time()), letter);

        assertThat(seen).isEmpty();
        assertThat(CODEC.decode(letters.readValue()).message()).endsWith("gone");
    }

    private DeadLetter setAside() {
        Headers headers = new RecordHeaders();
        headers.add("ce_type", "link.created".getBytes(UTF_8));
        headers.add("ce_workspace", "ws_1".getBytes(UTF_8));
        in.pipeInput(new TestRecord<>("key".getBytes(UTF_8), "value".getBytes(UTF_8), headers, AT));
        DeadLetter letter = CODEC.decode(letters.readValue());
        assertThat(letter.workspace()).isEqualTo("ws_1");
        return letter;
    }

    private void retry(RetriedRecord as, DeadLetter letter) {
        retries.pipeInput(
                new TestRecord<>(
                        letter.key(),
                        letter.value(),
                        as.headers(letter.headers()),
                        AT.plusSeconds(3_600)));
    }

    private static List<String> names(Headers headers) {
        return StreamSupport.stream(headers.spliterator(), false)
                .map(Header::key)
                .sorted()
                .toList();
    }

    private TestInputTopic<byte[], byte[]> input(String topic) {
        return driver.createInputTopic(topic, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private TestOutputTopic<byte[], byte[]> output(String topic) {
        return driver.createOutputTopic(
                topic, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }
}
