package io.postrider.standalone.broker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.links.Link;
import io.postrider.domain.links.LinkCommand;
import io.postrider.domain.links.LinkCommand.CreateLink;
import io.postrider.domain.links.LinkCommand.DeleteLink;
import io.postrider.platform.commands.CommandResult;
import io.postrider.platform.kafka.Durability;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.streams.StreamsSettings;
import io.postrider.platform.views.ProjectionMemory;
import io.postrider.schemas.Actor;
import io.postrider.schemas.CommandHeader;
import io.postrider.schemas.CommandOutcome;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.Context;
import io.postrider.schemas.DeciderGroup;
import io.postrider.schemas.codec.CommandCodec;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.web.resource.IdGenerator;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Recovery of a decider whose files are unusable, as callers see it. */
@Tag("servers")
@Isolated("Awaitility fails every wait of the JVM when a thread dies, and one of its threads does")
class StateHealsTest {

    private static final LockedSchemaIds IDS = LockedSchemaIds.shipped();
    private static final DeciderGroup GROUP = DeciderGroup.RESOURCES;
    private static final String CHANGELOG = GROUP.application() + "-aggregates-changelog";
    private static final int LINKS = 400;
    private static final IdGenerator MINT =
            new IdGenerator(InstantSource.system(), new SecureRandom(), new byte[32]);
    private static final String WORKSPACE = MINT.freshId(IdKind.WS);

    private final List<Link> links =
            IntStream.range(0, LINKS).mapToObj(i -> link("l" + i)).toList();

    @TempDir Path folder;
    private EmbeddedBroker broker;
    private KafkaSettings settings;
    private ProjectionMemory memory;
    private StreamsSettings streams;

    @BeforeEach
    void createLinksAndStop() throws Exception {
        broker = Brokers.start(folder.resolve("broker"), Durability.REPLICATED);
        settings = Brokers.provisioned(broker, Durability.REPLICATED);
        memory = new ProjectionMemory(8 << 20, 4 << 20);
        streams = new StreamsSettings(settings, folder.resolve("streams"), memory, null);
        try (Deciding deciding = Deciding.start(settings, streams, GROUP)) {
            assertThat(kinds(deciding, CreateLink::new)).containsOnly(CommandOutcome.ACCEPTED);
        }
    }

    @AfterEach
    void stop() {
        memory.close();
        broker.close();
    }

    /** A thread that dies keeps its place in its group until its session ends, which is half as long as a caller waits. */
    @Test
    void commandsAreDecidedWithNothingLostAfterAByteOfAStoreFlipped() throws Exception {
        flipAByte();

        try (Deciding deciding = Deciding.start(settings, streams, GROUP)) {
            assertThat(kinds(deciding, link -> new DeleteLink(link.workspace())))
                    .containsOnly(CommandOutcome.ACCEPTED);
            await().dontCatchUncaughtExceptions().until(deciding.decider::healthy);
        }
        assertThat(files(".discarded")).isNotEmpty();
    }

    /** As when the folder of the broker was lost: the offset of the store is in the new topic, and says nothing. */
    @Test
    void aStoreOfAnotherClusterIsNotContinued() throws Exception {
        replaceChangelog();

        try (Deciding deciding = Deciding.start(settings, streams, GROUP)) {
            assertThat(kinds(deciding, CreateLink::new)).containsOnly(CommandOutcome.ACCEPTED);
        }
    }

    private List<String> kinds(Deciding deciding, Function<Link, LinkCommand> command)
            throws Exception {
        List<CompletableFuture<CommandResult>> sent =
                links.stream()
                        .map(link ->
                                deciding.send(Context.LINKS, record(link, command.apply(link))))
                        .toList();
        List<String> kinds = new ArrayList<>();
        for (CompletableFuture<CommandResult> each : sent) {
            kinds.add(Deciding.outcome(each).kind());
        }
        return kinds;
    }

    private void flipAByte() throws IOException {
        Path table =
                files(".sst").stream()
                        .filter(file -> file.toString().contains("/aggregates/"))
                        .findFirst()
                        .orElseThrow();
        try (RandomAccessFile bytes = new RandomAccessFile(table.toFile(), "rw")) {
            long at = bytes.length() * 2 / 5;
            bytes.seek(at);
            int before = bytes.read();
            bytes.seek(at);
            bytes.write(before ^ 0xff);
        }
    }

    private List<Path> files(String end) throws IOException {
        try (Stream<Path> all = Files.walk(folder.resolve("streams"))) {
            return all.filter(file -> file.toString().endsWith(end)).toList();
        }
    }

    private void replaceChangelog() throws Exception {
        try (Admin admin = Brokers.admin(broker);
                KafkaProducer<byte[], byte[]> producer =
                        new KafkaProducer<>(
                                Brokers.client(broker),
                                new ByteArraySerializer(),
                                new ByteArraySerializer())) {
            Map<String, TopicDescription> before =
                    Brokers.get(admin.describeTopics(List.of(CHANGELOG)).allTopicNames());
            int partitions = requireNonNull(before.get(CHANGELOG)).partitions().size();
            Brokers.get(admin.deleteTopics(List.of(CHANGELOG)).all());
            await().until(() -> !Brokers.get(admin.listTopics().names()).contains(CHANGELOG));
            NewTopic again =
                    new NewTopic(CHANGELOG, partitions, (short) 1)
                            .configs(Map.of("cleanup.policy", "compact"));
            Brokers.get(admin.createTopics(List.of(again)).all());
            for (int i = 0; i < partitions * LINKS * 4; i++) {
                byte[] key = ("\u007f" + i).getBytes(UTF_8);
                var _ =
                        producer.send(
                                new ProducerRecord<>(CHANGELOG, i % partitions, key, new byte[1]));
            }
        }
    }

    private static CommandRecord record(Link link, LinkCommand body) {
        return new CommandRecord(
                new CommandHeader(
                        MINT.freshId(IdKind.CMD),
                        CommandCodec.of(Context.LINKS, IDS).typeOf((Record) body),
                        Instant.now().truncatedTo(ChronoUnit.MILLIS),
                        WORKSPACE,
                        link.key(),
                        Actor.system("test"),
                        null,
                        null,
                        null,
                        null),
                (Record) body);
    }

    private static Link link(String slug) {
        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        return new Link(
                MINT.freshId(IdKind.LNK),
                WORKSPACE,
                "go.test",
                slug,
                "https://example.com/",
                null,
                List.of(),
                null,
                null,
                null,
                null,
                0,
                302,
                false,
                null,
                Map.of(),
                now,
                now);
    }
}
