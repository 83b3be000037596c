package io.postrider.standalone.broker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.platform.kafka.ClientProperties;
import io.postrider.platform.kafka.Durability;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.streams.GuardedProcessor;
import io.postrider.platform.streams.Retries;
import io.postrider.platform.streams.StreamsApp;
import io.postrider.platform.streams.StreamsSettings;
import io.postrider.platform.views.ProjectionMemory;
import io.postrider.schemas.DeadLetter;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import io.postrider.standalone.letters.DeadLetters;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command that shows and changes dead letters, on a real log. */
@Tag("servers")
class DeadLettersTest {

    private static final ValueCodec<DeadLetter> CODEC =
            ValueCodec.deadLetters(LockedSchemaIds.shipped());

    /** Longer than what a letter holds of a value. */
    private static final int VALUE_LONG = 1_040_000;

    @TempDir static Path folder;

    private static EmbeddedBroker broker;

    /** The output of a run of the command. */
    private record Printed(int code, String out, String errors) {}

    @BeforeAll
    static void start() {
        broker = Brokers.start(folder.resolve("broker"), Durability.REPLICATED);
        Brokers.provisioned(broker, Durability.REPLICATED);
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @Test
    void listHasALineForEachLetterInItsNewestVersion() throws Exception {
        write(letter("postrider-list", 1, "ws_1", "first"));
        write(letter("postrider-list", 1, "ws_1", "again"));
        write(letter("postrider-list", 2, "ws_2", "other"));

        assertThat(run("list", "--application", "postrider-list").out().lines())
                .hasSize(2)
                .anySatisfy(line ->
                        assertThat(line.split("\t"))
                                .startsWith(
                                        "postrider-list/postrider.sends.v1/0/1",
                                        "postrider-list",
                                        "deliver",
                                        "postrider.sends.v1-0@1",
                                        "ws_1",
                                        "java.lang.IllegalStateException")
                                .hasSize(7));
        assertThat(run("list", "--application", "postrider-list", "--workspace", "ws_2").out())
                .contains("@2")
                .doesNotContain("@1");
        assertThat(run("list", "--application", "postrider-list", "--limit", "1").out().lines())
                .hasSize(1);
        assertThat(run("list", "--application", "nothing")).isEqualTo(new Printed(0, "", ""));
    }

    @Test
    void showHasTheContentsOnlyIfTheyAreAskedFor() throws Exception {
        write(letter("postrider-show", 1, "ws_1", "the payload"));
        String id = "postrider-show/postrider.sends.v1/0/1";

        Printed shown = run("show", id);

        assertThat(shown.code()).isZero();
        assertThat(shown.out())
                .contains(
                        id,
                        "deliver",
                        "size             11 bytes",
                        "sha256           00ff",
                        "header ce_type   message.accepted",
                        "message          no ?[31m text")
                .doesNotContain("dGhlIHBheWxvYWQ=", "the key");
        assertThat(run("show", id, "--value").out()).contains("base64 dGhlIHBheWxvYWQ=", "the key");
    }

    @Test
    void dropRemovesLettersById() throws Exception {
        write(letter("postrider-drop", 1, "ws_1", "a"));
        write(letter("postrider-drop", 2, "ws_1", "b"));

        Printed dropped = run("drop", "postrider-drop/postrider.sends.v1/0/1");

        assertThat(dropped)
                .isEqualTo(new Printed(0, "dropped postrider-drop/postrider.sends.v1/0/1\n", ""));
        assertThat(run("list", "--application", "postrider-drop").out().lines())
                .singleElement()
                .asString()
                .contains("@2");
        assertThat(run("drop", "--application", "postrider-drop").code()).isZero();
        assertThat(run("list", "--application", "postrider-drop").out()).isEmpty();
    }

    @Test
    void retryBringsARecordThroughOnceTheCauseIsGone() throws Exception {
        AtomicBoolean broken = new AtomicBoolean(true);
        List<String> seen = new CopyOnWriteArrayList<>();
        try (ProjectionMemory memory = new ProjectionMemory(2 << 20, 1 << 20);
                StreamsApp app = app(memory, broken, seen)) {
            app.start();
            send("postrider.sends.v1", 2, "before", "x".repeat(VALUE_LONG));
            send("postrider.sends.v1", 2, "after", "small");
            String first = "postrider-dispatcher/postrider.sends.v1/2/0";
            String second = "postrider-dispatcher/postrider.sends.v1/2/1";
            await().until(() ->
                    run("list", "--application", "postrider-dispatcher").out().contains(second));

            assertThat(run("retry", second))
                    .satisfies(printed -> assertThat(printed.code()).isEqualTo(1))
                    .satisfies(printed ->
                            assertThat(printed.out())
                                    .startsWith("failed again " + second)
                                    .contains("IllegalStateException"));

            broken.set(false);
            Printed retried = run("retry", "--application", "postrider-dispatcher");

            assertThat(retried)
                    .isEqualTo(
                            new Printed(0, "retried " + first + "\nretried " + second + "\n", ""));
            assertThat(seen)
                    .containsExactly(
                            "postrider.sends.v1-2@0 before " + VALUE_LONG,
                            "postrider.sends.v1-2@1 after 5");
            assertThat(run("list", "--application", "postrider-dispatcher").out()).isEmpty();
        }
    }

    @Test
    void commandsAndUnknownApplicationsAreNotRetried() throws Exception {
        write(letter("postrider-identity-decider", 1, "ws_1", "a"));
        write(letter("postrider-unknown", 1, "ws_1", "a"));

        Printed command = run("retry", "postrider-identity-decider/postrider.sends.v1/0/1");
        Printed unknown = run("retry", "postrider-unknown/postrider.sends.v1/0/1");

        assertThat(command.code()).isEqualTo(1);
        assertThat(command.out()).contains("a command is not retried");
        assertThat(unknown.code()).isEqualTo(1);
        assertThat(unknown.out()).contains("does not support retries");
        assertThat(run("list", "--application", "postrider-unknown").out()).isNotEmpty();
    }

    /** The application has processed all that it is sent. */
    @Test
    void retryReportsWhatItHandedOverBeforeAFailure() throws Exception {
        write(letter("postrider-clicks", 1, "ws_1", "a"));
        write(letter("postrider-clicks", 2, "ws_1", "b"));
        write(letter("postrider-clicks", "x is not a topic", 3, "ws_1", "only the beginning", 100));
        try (Admin admin = Brokers.admin(broker)) {
            var retries = new TopicPartition(Topics.RETRIES.name(), 0);
            Brokers.get(
                    admin.alterConsumerGroupOffsets(
                                    "postrider-clicks",
                                    Map.of(retries, new OffsetAndMetadata(1_000)))
                            .all());
        }

        Printed printed = run("retry", "--application", "postrider-clicks");

        assertThat(printed.out())
                .isEqualTo(
                        """
                        retried postrider-clicks/postrider.sends.v1/0/1
                        retried postrider-clicks/postrider.sends.v1/0/2
                        """);
        assertThat(printed.errors()).contains("rejects a request").hasLineCount(1);
        assertThat(printed.code()).isEqualTo(1);
    }

    /** An application of the name of one that takes records again, with a processor that throws as long as it is broken. */
    private static StreamsApp app(
            ProjectionMemory memory, AtomicBoolean broken, List<String> seen) {
        Consumer<Topology> nodes =
                topology -> {
                    Retries.addTo(topology, "deliver");
                    topology.addSource(
                            "work",
                            new ByteArrayDeserializer(),
                            new ByteArrayDeserializer(),
                            "postrider.sends.v1");
                    GuardedProcessor.addTo(
                            topology,
                            "deliver",
                            () ->
                                    new ContextualProcessor<byte[], byte[], Void, Void>() {
                                        @Override
                                        public void process(Record<byte[], byte[]> record) {
                                            if (broken.get()) {
                                                throw new IllegalStateException("broken");
                                            }
                                            var from = context().recordMetadata().orElseThrow();
                                            seen.add(
                                                    "%s-%d@%d %s %d"
                                                            .formatted(
                                                                    from.topic(),
                                                                    from.partition(),
                                                                    from.offset(),
                                                                    new String(record.key(), UTF_8),
                                                                    record.value().length));
                                        }
                                    },
                            "work",
                            Retries.NAME);
                };
        StreamsSettings settings =
                new StreamsSettings(
                        Brokers.settings(broker, Durability.REPLICATED),
                        folder.resolve("streams"),
                        memory,
                        null);
        return new StreamsApp(nodes, settings.reacting("postrider-dispatcher"));
    }

    @Test
    void failedCommandsNameTheReason() {
        assertThat(run("--help").out()).contains("Usage", "list", "show", "retry", "drop");
        assertThat(run()).satisfies(printed -> failed(printed, 2, "requires an action"));
        assertThat(run("mend")).satisfies(printed -> failed(printed, 2, "unknown action: mend"));
        assertThat(run("list", "--value")).satisfies(printed -> failed(printed, 2, "--value"));
        assertThat(run("list", "--limit", "0")).satisfies(printed -> failed(printed, 2, "--limit"));
        assertThat(run("drop")).satisfies(printed -> failed(printed, 2, "--application"));
        assertThat(run("show", "a/b/0/1"))
                .satisfies(printed -> failed(printed, 1, "no such dead letter: a/b/0/1"));
        KafkaSettings gone = KafkaSettings.single("127.0.0.1:1", Durability.REPLICATED, "n1");
        assertThat(run(gone, "list"))
                .satisfies(
                        printed -> failed(printed, 1, "Kafka at 127.0.0.1:1 is not reachable\n"));
    }

    @Test
    void whatTheBrokerRejectsHasTheNameOfItsSetting() {
        KafkaSettings log = Brokers.settings(broker, Durability.REPLICATED);

        assertThat(run(log.withClient(ClientProperties.scram("postrider", "wrong")), "list"))
                .satisfies(printed ->
                        failed(printed, 1, "rejects the authentication: check sasl.jaas.config"));
        assertThat(run(log.withClient(ClientProperties.NONE), "list"))
                .satisfies(printed -> failed(printed, 1, "check security.protocol"));
    }

    private static void failed(Printed printed, int code, String message) {
        assertThat(printed.code()).isEqualTo(code);
        assertThat(printed.errors()).startsWith("postrider: ").contains(message);
        assertThat(printed.out()).isEmpty();
    }

    private static Printed run(String... arguments) {
        return run(Brokers.settings(broker, Durability.REPLICATED), arguments);
    }

    private static Printed run(KafkaSettings log, String... arguments) {
        var out = new ByteArrayOutputStream();
        var errors = new ByteArrayOutputStream();
        int code =
                new DeadLetters(
                                () -> log,
                                new PrintStream(out, true, UTF_8),
                                new PrintStream(errors, true, UTF_8))
                        .run(arguments);
        return new Printed(code, out.toString(UTF_8), errors.toString(UTF_8));
    }

    private static DeadLetter letter(
            String application, long offset, String workspace, String value) {
        return letter(application, "postrider.sends.v1", offset, workspace, value, value.length());
    }

    private static DeadLetter letter(
            String application,
            String topic,
            long offset,
            String workspace,
            String value,
            int length) {
        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        return new DeadLetter(
                application,
                "deliver",
                topic,
                0,
                offset,
                now,
                "the key".getBytes(UTF_8),
                value.getBytes(UTF_8),
                length,
                "00ff",
                Map.of("ce_type", "message.accepted"),
                workspace,
                IllegalStateException.class.getName(),
                "no \u001b[31m text",
                now);
    }

    private static void write(DeadLetter letter) throws Exception {
        send(
                new ProducerRecord<>(
                        Topics.DEAD_LETTERS.name(),
                        letter.id().getBytes(UTF_8),
                        CODEC.encode(letter)));
    }

    private static void send(String topic, int partition, String key, String value)
            throws Exception {
        send(new ProducerRecord<>(topic, partition, key.getBytes(UTF_8), value.getBytes(UTF_8)));
    }

    private static void send(ProducerRecord<byte[], byte[]> record) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(
                        Brokers.client(broker),
                        new ByteArraySerializer(),
                        new ByteArraySerializer())) {
            producer.send(record).get(30, TimeUnit.SECONDS);
        }
    }
}
