package io.postrider.standalone.broker;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Uuids;
import io.postrider.domain.workspaces.Workspace;
import io.postrider.domain.workspaces.WorkspaceCommand.CreateWorkspace;
import io.postrider.platform.kafka.Durability;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.kafka.TopicProvisioner;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.offsets.Partitions;
import io.postrider.platform.streams.StreamsApp;
import io.postrider.platform.streams.StreamsSettings;
import io.postrider.platform.streams.transactional.TransactionalStores;
import io.postrider.platform.threads.BackgroundThrottle;
import io.postrider.platform.views.ProjectionMemory;
import io.postrider.projections.clicks.ClicksTopology;
import io.postrider.schemas.Actor;
import io.postrider.schemas.CommandHeader;
import io.postrider.schemas.CommandOutcome;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.Context;
import io.postrider.schemas.DeciderGroup;
import io.postrider.schemas.Idempotency;
import io.postrider.schemas.RawClick;
import io.postrider.schemas.Topic;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.CommandCodec;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.Topology;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node with a wrong clock does not affect the others, on a real log. */
@Tag("servers")
class WrongClocksTest {

    private static final LockedSchemaIds IDS = LockedSchemaIds.shipped();
    private static final Duration RIGHT = Duration.ZERO;
    private static final List<Duration> WRONG =
            List.of(
                    Duration.ofHours(2), Duration.ofDays(8),
                    Duration.ofHours(-2), Duration.ofDays(-8));

    @TempDir static Path folder;
    private static EmbeddedBroker broker;
    private static KafkaSettings settings;
    private static ProjectionMemory memory;

    private final Random random = new Random();

    @BeforeAll
    static void start() {
        broker = Brokers.start(folder.resolve("broker"), Durability.REPLICATED);
        // One partition, so that all nodes meet in one task.
        settings =
                TopicProvisioner.provision(
                        Brokers.settings(broker, Durability.REPLICATED).withPartitions(1),
                        false,
                        step -> {});
        memory = new ProjectionMemory(8 << 20, 4 << 20);
    }

    @AfterAll
    static void stop() {
        memory.close();
        broker.close();
    }

    @Test
    void commandsOfANodeWithAWrongClockAreRefusedAndThoseOfAllOthersDecided() throws Exception {
        try (Deciding deciding =
                Deciding.start(settings, streams("decider"), DeciderGroup.IDENTITY)) {
            StreamsApp decider = deciding.decider;
            CommandRecord before = opening(RIGHT, "before");
            CommandOutcome first = decided(deciding, before);
            List<CommandOutcome> wrong = new ArrayList<>();
            for (Duration ahead : WRONG) {
                wrong.add(decided(deciding, opening(ahead, null)));
                CommandRecord other = opening(RIGHT, null);
                assertThat(decided(deciding, other).kind()).isEqualTo(CommandOutcome.ACCEPTED);
                awaitWorkspace(other);
            }
            CommandOutcome again = decided(deciding, opening(RIGHT, "before"));

            assertThat(decider.threadsReplaced()).isZero();
            assertThat(wrong)
                    .allSatisfy(outcome ->
                            assertThat(requireNonNull(outcome.rejection()).code())
                                    .isEqualTo("clock_skew"));
            assertThat(again).usingRecursiveComparison().isEqualTo(first.asReplay());
            assertThat(decider.healthy()).isTrue();
        }
        assertThat(committed(Context.WORKSPACES.events()))
                .allSatisfy(event -> assertThat(event.timestamp()).isBetween(ago(1), ago(0)));
    }

    @Test
    void clicksOfANodeWithAWrongClockAreCountedAndThoseOfAllOthersToo() throws Exception {
        TransactionalStores stores =
                streams("clicks").transactionalStores(ClicksTopology.APPLICATION);
        Consumer<Topology> nodes =
                topology ->
                        ClicksTopology.addTo(
                                topology,
                                IDS,
                                new Partitions(1),
                                new byte[] {1},
                                new BackgroundThrottle(() -> 0),
                                new Bounds(new SimpleMeterRegistry()),
                                stores::supplier);
        Duration waited = Duration.ofDays(-5);
        try (StreamsApp clicks =
                new StreamsApp(nodes, ClicksTopology.properties(streams("clicks")), stores)) {
            clicks.start();
            List<Duration> clocks = List.of(Duration.ofHours(2), Duration.ofDays(8), waited, RIGHT);
            for (int i = 0; i < clocks.size(); i++) {
                send(click(i + 1, clocks.get(i)));
            }
            await().untilAsserted(() -> {
                assertThat(clicks.threadsReplaced()).isZero();
                assertThat(committed(Topics.CLICKS)).hasSize(clocks.size());
            });
        }
        List<ConsumerRecord<byte[], byte[]>> made = committed(Topics.CLICKS);
        assertThat(made)
                .allSatisfy(record ->
                        assertThat(record.timestamp())
                                .isEqualTo(
                                        EventCodec.clicks(IDS)
                                                .decode(record.value())
                                                .header()
                                                .time()
                                                .toEpochMilli()));
        assertThat(made)
                .extracting(ConsumerRecord::timestamp)
                .satisfiesExactly(
                        ahead -> assertThat(ahead).isBetween(ago(1), ago(0)),
                        ahead -> assertThat(ahead).isBetween(ago(1), ago(0)),
                        old -> assertThat(old).isBetween(ago(5 * 24 + 1), ago(5 * 24)),
                        right -> assertThat(right).isBetween(ago(1), ago(0)));
    }

    private static long ago(int hours) {
        return Instant.now().minus(Duration.ofHours(hours)).toEpochMilli();
    }

    private static StreamsSettings streams(String name) {
        return new StreamsSettings(settings, folder.resolve(name), memory, null);
    }

    /** A command of a node whose clock is ahead by so much. */
    private CommandRecord opening(Duration ahead, @Nullable String idempotencyKey) {
        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS).plus(ahead);
        String workspace = fresh(IdKind.WS, now);
        var body =
                new CreateWorkspace(Workspace.opened(workspace, "w", fresh(IdKind.USR, now), now));
        return new CommandRecord(
                new CommandHeader(
                        fresh(IdKind.CMD, now),
                        CommandCodec.of(Context.WORKSPACES, IDS).typeOf(body),
                        now,
                        workspace,
                        workspace,
                        Actor.system("test"),
                        null,
                        null,
                        idempotencyKey == null ? null : new Idempotency(idempotencyKey, "hash"),
                        null),
                body);
    }

    private String fresh(IdKind kind, Instant now) {
        byte[] bits = new byte[Uuids.RANDOM_BYTES];
        random.nextBytes(bits);
        return Id.of(kind, Uuids.v7(now, bits));
    }

    private static CommandOutcome decided(Deciding deciding, CommandRecord command)
            throws Exception {
        return deciding.decided(Context.WORKSPACES, command);
    }

    private static void awaitWorkspace(CommandRecord command) {
        EventCodec codec = EventCodec.of(Context.WORKSPACES, IDS);
        await().untilAsserted(() ->
                assertThat(committed(Context.WORKSPACES.events()))
                        .extracting(event -> codec.decode(event.value()).header().aggregate())
                        .contains(command.header().aggregate()));
    }

    private static RawClick click(long sequence, Duration ahead) {
        return new RawClick(
                "node",
                0,
                sequence,
                Instant.now().truncatedTo(ChronoUnit.MILLIS).plus(ahead),
                "ws_1",
                "lnk_1",
                1,
                "localhost",
                "hello",
                "https://example.com/",
                302,
                "GET",
                null,
                null,
                new byte[] {127, 0, 0, 1},
                null,
                null,
                null,
                null,
                null,
                null);
    }

    private static void send(RawClick click) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(
                        Brokers.client(broker),
                        new ByteArraySerializer(),
                        new ByteArraySerializer())) {
            producer.send(
                            new ProducerRecord<>(
                                    Topics.CLICKS_RAW.name(),
                                    ValueCodec.rawClicks(IDS).encode(click)))
                    .get(60, TimeUnit.SECONDS);
        }
    }

    /** Everything committed in a topic of one partition. */
    private static List<ConsumerRecord<byte[], byte[]>> committed(Topic topic) {
        TopicPartition partition = new TopicPartition(topic.name(), 0);
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(
                        Brokers.client(
                                broker, ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed"),
                        new ByteArrayDeserializer(),
                        new ByteArrayDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
            while (consumer.position(partition) < end) {
                consumer.poll(Duration.ofMillis(100)).forEach(records::add);
            }
        }
        return records;
    }
}
