package io.postrider.standalone.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.platform.kafka.Durability;
import io.postrider.platform.kafka.KafkaClients;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.secrets.DataKeyProjection;
import io.postrider.platform.secrets.DataKeys;
import io.postrider.platform.secrets.KafkaDataKeyRing;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.platform.secrets.SecretFiles;
import io.postrider.platform.views.ProjectionMemory;
import io.postrider.platform.views.ProjectionRunner;
import io.postrider.platform.views.ProjectionSettings;
import io.postrider.platform.views.ProjectionStore;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.testkit.claims.Verifies;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.AlterConfigOp.OpType;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes that mint a data key for one subject at the same time, as two concurrent joins of one address do. */
@Tag("servers")
class DataKeysTest {

    private static final String PURPOSE = "email";
    private static final String FILLER = "filler";

    @TempDir static Path folder;
    private static EmbeddedBroker broker;
    private static KafkaSettings settings;
    private static KafkaClients clients;
    private static SecretFiles files;

    @BeforeAll
    static void start() {
        broker = Brokers.start(folder.resolve("broker"), Durability.REPLICATED);
        settings = Brokers.provisioned(broker, Durability.REPLICATED);
        clients = KafkaClients.open(settings);
        files = SecretFiles.open(folder.resolve("secrets"));
    }

    @AfterAll
    static void stop() {
        clients.close();
        broker.close();
    }

    /** As much of a node as mints data keys, reads them and seals under them. */
    private static final class Node implements AutoCloseable {

        final DataKeys keys = new DataKeys(files);
        final SecretBox box = new SecretBox(keys);
        final KafkaDataKeyRing ring;
        final ProjectionRunner runner;
        private final ProjectionMemory memory = new ProjectionMemory(8 << 20, 2 << 20);
        private final ProjectionStore store;

        Node(String name) {
            LockedSchemaIds ids = LockedSchemaIds.shipped();
            store = ProjectionStore.open(folder.resolve(name), memory, 50);
            DataKeyProjection view = new DataKeyProjection(keys, ids);
            view.load(store);
            runner =
                    new ProjectionRunner(
                            name, clients, store, List.of(view), ProjectionSettings.DEFAULTS);
            ring = KafkaDataKeyRing.connect(clients, keys, ids, InstantSource.system());
        }

        CompletableFuture<Void> keyFor(String subject) {
            return ring.keyFor(subject).toCompletableFuture();
        }

        /** What a join does once its subject has a data key. */
        CompletableFuture<String> joined(String subject) {
            return keyFor(subject)
                    .thenApply(_ -> box.seal(subject, PURPOSE, "ada@example.com").orElseThrow());
        }

        @Override
        public void close() {
            ring.close();
            runner.close();
            store.close();
            memory.close();
        }
    }

    /** The views start only when both nodes have minted, so that neither can know of the other. */
    @Test
    @Verifies("sealed-at-rest")
    void textsSealedByEitherNodeAreOpenedByBoth() {
        List<String> subjects = IntStream.range(0, 20).mapToObj(i -> "usr_" + i).toList();
        try (Node a = new Node("a");
                Node b = new Node("b")) {
            List<CompletableFuture<String>> sealed = new ArrayList<>();
            for (String subject : subjects) {
                sealed.add(a.joined(subject));
                sealed.add(b.joined(subject));
            }
            a.runner.start();
            b.runner.start();
            sealed.forEach(CompletableFuture::join);

            try (Node fresh = new Node("fresh")) {
                fresh.runner.start();
                for (Node node : List.of(a, b, fresh)) {
                    await().untilAsserted(() ->
                            assertThat(opened(node, subjects, sealed))
                                    .containsOnly("ada@example.com"));
                }
            }
        }
    }

    private static List<String> opened(
            Node node, List<String> subjects, List<CompletableFuture<String>> sealed) {
        return IntStream.range(0, sealed.size())
                .mapToObj(i ->
                        node.box
                                .open(subjects.get(i / 2), PURPOSE, sealed.get(i).join())
                                .orElse("noise"))
                .toList();
    }

    @Test
    void concurrentCallersOfOneNodeMintOneDataKey() throws Exception {
        try (Node node = new Node("one")) {
            List<CompletableFuture<Void>> all =
                    Stream.generate(() -> node.keyFor("usr_same")).limit(10).toList();
            node.runner.start();
            all.forEach(CompletableFuture::join);

            assertThat(keysInTheLog()).filteredOn(key -> key.startsWith("usr_same")).hasSize(1);
        }
    }

    @Test
    @Verifies("sealed-at-rest")
    void theFirstStaysInForceWhenTheTopicIsCompacted() throws Exception {
        try (Node a = new Node("c");
                Node b = new Node("d")) {
            CompletableFuture<String> first = a.joined("usr_compacted");
            CompletableFuture<String> second = b.joined("usr_compacted");
            a.runner.start();
            b.runner.start();
            CompletableFuture.allOf(first, second).join();

            compact();

            try (Node rebuilt = new Node("rebuilt")) {
                rebuilt.runner.start();
                for (CompletableFuture<String> sealed : List.of(first, second)) {
                    await().untilAsserted(() ->
                            assertThat(rebuilt.box.open("usr_compacted", PURPOSE, sealed.join()))
                                    .contains("ada@example.com"));
                }
            }
        }
    }

    @Test
    void aTombstoneMakesRoomForALaterDataKey() throws Exception {
        try (Node node = new Node("e")) {
            node.runner.start();
            String sealed = node.joined("usr_erased").join();
            String recordKey =
                    keysInTheLog().stream()
                            .filter(key -> key.startsWith("usr_erased"))
                            .findFirst()
                            .orElseThrow();

            send(partitionOf(recordKey), recordKey, null);
            await().untilAsserted(() ->
                    assertThat(node.box.open("usr_erased", PURPOSE, sealed)).isEmpty());
            node.joined("usr_erased").join();

            assertThat(node.box.open("usr_erased", PURPOSE, sealed)).isEmpty();
        }
    }

    /** Waits until the cleaner has removed the older of two records that have the same key in each partition. */
    private static void compact() throws Exception {
        ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, Topics.SECRETS.name());
        try (Admin admin = Brokers.admin(broker)) {
            Brokers.get(
                    admin.incrementalAlterConfigs(
                                    Map.of(
                                            topic,
                                            List.of(
                                                    set(TopicConfig.SEGMENT_MS_CONFIG, "1"),
                                                    set(
                                                            TopicConfig
                                                                    .MIN_CLEANABLE_DIRTY_RATIO_CONFIG,
                                                            "0"),
                                                    set(
                                                            TopicConfig
                                                                    .MAX_COMPACTION_LAG_MS_CONFIG,
                                                            "1"))))
                            .all());
        }
        for (int partition = 0; partition < settings.partitions(); partition++) {
            send(partition, FILLER, "1");
            send(partition, FILLER, "2");
            send(partition, "last", "3");
        }
        await().untilAsserted(() ->
                assertThat(keysInTheLog())
                        .filteredOn(FILLER::equals)
                        .hasSize(settings.partitions()));
    }

    private static AlterConfigOp set(String name, String value) {
        return new AlterConfigOp(new ConfigEntry(name, value), OpType.SET);
    }

    private static void send(int partition, String key, @Nullable String value) throws Exception {
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(
                        Brokers.client(broker), new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>(Topics.SECRETS.name(), partition, key, value)).get();
        }
    }

    private static int partitionOf(String recordKey) {
        return records().stream()
                .filter(found -> recordKey.equals(found.key()))
                .findFirst()
                .orElseThrow()
                .partition();
    }

    private static List<String> keysInTheLog() {
        return records().stream().map(ConsumerRecord::key).toList();
    }

    private static List<ConsumerRecord<String, String>> records() {
        List<ConsumerRecord<String, String>> found = new ArrayList<>();
        List<TopicPartition> all =
                IntStream.range(0, settings.partitions())
                        .mapToObj(i -> new TopicPartition(Topics.SECRETS.name(), i))
                        .toList();
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(
                        Brokers.client(broker),
                        new StringDeserializer(),
                        new StringDeserializer())) {
            consumer.assign(all);
            consumer.seekToBeginning(all);
            Map<TopicPartition, Long> ends = consumer.endOffsets(all);
            while (all.stream()
                    .anyMatch(part -> consumer.position(part) < ends.getOrDefault(part, 0L))) {
                consumer.poll(Duration.ofMillis(100)).forEach(found::add);
            }
        }
        return found;
    }
}
