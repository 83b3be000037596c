package io.postrider.standalone.broker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.platform.kafka.Durability;
import io.postrider.platform.kafka.KafkaClients;
import io.postrider.platform.streams.StreamsApp;
import io.postrider.platform.streams.StreamsSettings;
import io.postrider.platform.views.Projection;
import io.postrider.platform.views.ProjectionBatch;
import io.postrider.platform.views.ProjectionMemory;
import io.postrider.platform.views.ProjectionRange;
import io.postrider.platform.views.ProjectionSnapshot;
import io.postrider.platform.views.source.SourceStores;
import io.postrider.schemas.Context;
import io.postrider.schemas.Topic;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The stores of lists on a real broker: whatever happens to them, they end as what a new store would be. */
@Tag("servers")
class SourceStoresTest {

    private static final Topic TOPIC = Context.LINKS.events();
    private static final int PARTITIONS = 2;

    @TempDir Path folder;
    private EmbeddedBroker broker;
    private ProjectionMemory memory;
    private StreamsSettings settings;
    private KafkaClients clients;
    private long command;

    /** Keeps the last value of each key, and how often the key was written. */
    private record Newest(int version) implements Projection {
        @Override
        public Set<Topic> topics() {
            return Set.of(TOPIC);
        }

        @Override
        public void apply(ConsumerRecord<byte[], byte[]> record, ProjectionBatch batch) {
            String key = new String(record.key(), UTF_8);
            batch.put(("\u0001" + key).getBytes(UTF_8), record.value());
            batch.add(("\u0002" + key).getBytes(UTF_8), version);
        }

        @Override
        public String layout() {
            return "newest-" + version;
        }
    }

    @BeforeEach
    void start() throws Exception {
        broker = Brokers.start(folder.resolve("broker"), Durability.REPLICATED);
        memory = new ProjectionMemory(16 << 20, 8 << 20);
        clients = KafkaClients.open(Brokers.settings(broker, Durability.REPLICATED));
        settings =
                new StreamsSettings(
                        Brokers.settings(broker, Durability.REPLICATED),
                        folder.resolve("streams"),
                        memory,
                        null,
                        clients);
        createTopic();
    }

    @AfterEach
    void stop() {
        memory.close();
        clients.close();
        broker.close();
    }

    @Test
    void committedRecordsAreReadAndAbortedOnesAreNot() throws Exception {
        send(1, 200, true);
        send(50, 400, false);
        long last = send(100, 300, true);

        Map<String, String> kept = dump(1, last);

        assertThat(kept).containsEntry("a\u000199", "1").containsEntry("a\u0001250", "3");
        assertThat(kept).doesNotContainKey("a\u0001350").hasSize(2 * 299);
    }

    @Test
    void whatIsCurrentIsReadAlsoIfALogEndsWithAbortedRecords() throws Exception {
        long last = send(1, 200, true);
        send(50, 400, false);

        assertThat(dump(1, last)).containsEntry("a\u000199", "1").hasSize(2 * 199);
    }

    @Test
    void aStoreThatIsAheadOfItsCommittedOffsetsCountsNothingTwice() throws Exception {
        long last = send(1, 300, true);
        Map<String, String> first = dump(1, last);
        try (Admin admin = Brokers.admin(broker)) {
            String group = settings.lists().getProperty("application.id");
            await().ignoreExceptions()
                    .untilAsserted(
                            () -> Brokers.get(admin.deleteConsumerGroups(List.of(group)).all()));
        }

        assertThat(dump(1, last)).isEqualTo(first);
    }

    @Test
    void aLostFolderIsMadeAgain() throws Exception {
        send(1, 300, true);
        long last = send(100, 200, true);
        Map<String, String> first = dump(1, last);
        try (Stream<Path> files = Files.walk(folder.resolve("streams"))) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }

        assertThat(dump(1, last)).isEqualTo(first);
    }

    @Test
    void anotherLayoutMakesTheStoreAgain() throws Exception {
        long last = send(1, 300, true);
        dump(1, last);

        assertThat(dump(5, last)).containsEntry("a\u00027", "5").hasSize(2 * 299);
    }

    @Test
    void aTopicThatWasCreatedAgainHasNothingOfTheFormerOne() throws Exception {
        dump(1, send(1, 300, true));
        try (Admin admin = Brokers.admin(broker)) {
            Brokers.get(admin.deleteTopics(List.of(TOPIC.name())).all());
        }
        createTopic();
        long last = send(1_000, 1_010, true);

        assertThat(dump(1, last)).hasSize(2 * 10).containsEntry("a\u00021005", "1");
    }

    /** Runs the application until a command is applied, and returns all entries. */
    private Map<String, String> dump(int version, long last) throws Exception {
        Newest view = new Newest(version);
        Map<String, String> all = new TreeMap<>();
        try (SourceStores stores = settings.sourceStores();
                StreamsApp app =
                        new StreamsApp(
                                topology -> stores.addTo(topology, List.of(view)),
                                settings.lists())) {
            app.start();
            app.running().get(50, TimeUnit.SECONDS);
            for (int partition = 0; partition < PARTITIONS; partition++) {
                assertThat(
                                stores.awaitCommand(
                                                "ws",
                                                TOPIC,
                                                partition,
                                                last,
                                                Duration.ofSeconds(50))
                                        .get())
                        .isTrue();
            }
            await().until(stores::isCurrent);
            entries(app, view).forEach(all::putAll);
        }
        return all;
    }

    private static List<Map<String, String>> entries(StreamsApp app, Projection view) {
        return SourceStores.query(
                app::streams, view, Set.of(0, 1), false, SourceStoresTest::entries);
    }

    private static Map<String, String> entries(ProjectionSnapshot snapshot) {
        Map<String, String> found = new TreeMap<>();
        for (byte table = 1; table <= 2; table++) {
            ProjectionRange range = snapshot.range(new byte[] {table});
            byte[] rest = range.seek(new byte[0]);
            while (rest != null) {
                byte[] value = range.value();
                String shown =
                        table == 1
                                ? new String(value, UTF_8)
                                : Long.toString(ByteBuffer.wrap(value).getLong());
                found.put("a" + (char) table + new String(rest, UTF_8), shown);
                rest = range.seek(ProjectionRange.behind(rest));
            }
        }
        return found;
    }

    private void createTopic() throws Exception {
        try (Admin admin = Brokers.admin(broker)) {
            await().ignoreExceptions()
                    .until(() -> {
                        Brokers.get(
                                admin.createTopics(
                                                List.of(
                                                        new NewTopic(
                                                                TOPIC.name(),
                                                                PARTITIONS,
                                                                (short) 1)))
                                        .all());
                        return true;
                    });
        }
    }

    /** Sends one record for each key, of which the last in each partition names a command. */
    private long send(int from, int to, boolean commit) {
        command++;
        Map<String, Object> client =
                Brokers.client(broker, ProducerConfig.TRANSACTIONAL_ID_CONFIG, "test");
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(client, new StringSerializer(), new StringSerializer())) {
            producer.initTransactions();
            producer.beginTransaction();
            for (int key = from; key < to; key++) {
                ProducerRecord<String, String> record =
                        new ProducerRecord<>(
                                TOPIC.name(), key % PARTITIONS, "" + key, "" + command);
                if (key >= to - PARTITIONS) {
                    record.headers()
                            .add(
                                    new RecordHeader(
                                            "pr_command_offset",
                                            ByteBuffer.allocate(8).putLong(command).array()));
                }
                var _ = producer.send(record);
            }
            if (commit) {
                producer.commitTransaction();
            } else {
                producer.flush();
                producer.abortTransaction();
            }
        }
        return command;
    }
}
