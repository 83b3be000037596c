package io.postrider.standalone.broker;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.postrider.api.links.KafkaListingRecorder;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.links.Link;
import io.postrider.domain.links.LinkCommand.CreateLink;
import io.postrider.domain.webhooks.WebhookCommand.DeleteWebhook;
import io.postrider.platform.commands.CommandResult;
import io.postrider.platform.kafka.BestEffortPublisher;
import io.postrider.platform.kafka.Connections;
import io.postrider.platform.kafka.Durability;
import io.postrider.platform.kafka.KafkaClients;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.offsets.ConsistencyToken;
import io.postrider.platform.offsets.Partitions;
import io.postrider.platform.reads.NodeReads;
import io.postrider.platform.reads.Query;
import io.postrider.platform.reads.QueryGateway;
import io.postrider.platform.reads.QueryNames;
import io.postrider.platform.reads.QueryResult;
import io.postrider.platform.streams.StreamsApp;
import io.postrider.platform.streams.StreamsSettings;
import io.postrider.platform.views.Projection;
import io.postrider.platform.views.ProjectionMemory;
import io.postrider.platform.views.ProjectionRunner;
import io.postrider.platform.views.ProjectionSettings;
import io.postrider.platform.views.ProjectionStore;
import io.postrider.platform.views.commands.CommandCatchUp;
import io.postrider.platform.views.commands.SubscriptionBarrier;
import io.postrider.platform.views.source.SourceStores;
import io.postrider.projections.ReadModels;
import io.postrider.projections.lists.ListOwners;
import io.postrider.projections.lists.LocalLists;
import io.postrider.schemas.Actor;
import io.postrider.schemas.CommandHeader;
import io.postrider.schemas.CommandOutcome;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.Context;
import io.postrider.schemas.DeciderGroup;
import io.postrider.schemas.Idempotency;
import io.postrider.schemas.LinkListed;
import io.postrider.schemas.Topic;
import io.postrider.schemas.Topics;
import io.postrider.schemas.catalogue.scopes.EventReader;
import io.postrider.schemas.codec.CommandCodec;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.json.Rendering;
import io.postrider.web.resource.IdGenerator;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That requests that change nothing leave the event topics of a real log as they are, and can be waited for. */
@Tag("servers")
class QuietEventsTest {

    private static final LockedSchemaIds IDS = LockedSchemaIds.shipped();
    private static final Context LINKS = Context.LINKS;
    private static final int REQUESTS = 500;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final IdGenerator MINT =
            new IdGenerator(InstantSource.system(), new SecureRandom(), new byte[32]);
    private static final String WORKSPACE = MINT.freshId(IdKind.WS);

    @TempDir static Path folder;
    private static EmbeddedBroker broker;
    private static KafkaSettings settings;
    private static KafkaClients clients;
    private static ProjectionMemory memory;
    private static Admin admin;

    @BeforeAll
    static void start() {
        broker = Brokers.start(folder.resolve("broker"), Durability.REPLICATED);
        settings = Brokers.provisioned(broker, Durability.REPLICATED);
        clients = KafkaClients.open(settings);
        memory = new ProjectionMemory(8 << 20, 4 << 20);
        admin = Brokers.admin(broker);
    }

    @AfterAll
    static void stop() {
        clients.close();
        admin.close();
        memory.close();
        broker.close();
    }

    /** A node of read models. */
    private static final class Node implements AutoCloseable {

        private final ProjectionStore deliveries;
        private final ProjectionStore history;
        private final SourceStores lists;
        private final StreamsApp listApp;
        private final ProjectionRunner deliveryRunner;
        final ProjectionRunner runner;
        private final QueryGateway reads;

        Node(String name) {
            deliveries = ProjectionStore.open(folder.resolve(name + "-deliveries"), memory, 50);
            history = ProjectionStore.open(folder.resolve(name + "-history"), memory, 50);
            ReadModels models =
                    new ReadModels(
                            new LocalLists(this::streams),
                            deliveries,
                            history,
                            IDS,
                            new Rendering("http://go.test", "go.test"),
                            settings.auditRetention(),
                            Duration.ofDays(30),
                            InstantSource.system());
            StreamsSettings streams =
                    new StreamsSettings(
                            Brokers.settings(broker, Durability.REPLICATED, name),
                            folder.resolve(name),
                            memory,
                            null,
                            clients);
            lists = streams.sourceStores();
            // Of its own, so that each node has all partitions.
            Properties application = streams.lists();
            application.put(StreamsConfig.APPLICATION_ID_CONFIG, "postrider-lists-" + name);
            listApp =
                    new StreamsApp(topology -> lists.addTo(topology, models.lists()), application);
            deliveryRunner = runner(name + "-deliveries", deliveries, models.deliveries());
            runner = runner(name + "-history", history, models.history());
            reads =
                    models.reads(
                            lists,
                            deliveryRunner,
                            runner,
                            ListOwners.alone(settings.partitions()),
                            NodeReads.NONE,
                            new Partitions(settings.partitions()),
                            new Bounds(new SimpleMeterRegistry()));
            listApp.start();
            deliveryRunner.start();
            runner.start();
        }

        private KafkaStreams streams() {
            return listApp.streams();
        }

        private static ProjectionRunner runner(
                String name, ProjectionStore store, List<Projection> views) {
            return new ProjectionRunner(name, clients, store, views, ProjectionSettings.DEFAULTS);
        }

        QueryResult ask(String question, Map<String, String> parameters, CommandOutcome after)
                throws Exception {
            ConsistencyToken token =
                    new ConsistencyToken(LINKS, after.partition(), after.changed());
            return reads.ask(new Query(question, WORKSPACE, parameters, token, PATIENCE))
                    .toCompletableFuture()
                    .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }

        @Override
        public void close() {
            listApp.close();
            lists.close();
            deliveryRunner.close();
            runner.close();
            deliveries.close();
            history.close();
        }
    }

    @Test
    void refusalsRepetitionsAndListingsLeaveTheEventTopicsAsTheyAre() throws Exception {
        StreamsSettings streams =
                new StreamsSettings(settings, folder.resolve("streams"), memory, null);
        try (Deciding deciding = Deciding.start(settings, streams, DeciderGroup.RESOURCES);
                Node node = new Node("running")) {
            Link link = link("hello");
            CommandOutcome created = deciding.decided(LINKS, creating(link, "once"));
            assertThat(created.kind()).isEqualTo(CommandOutcome.ACCEPTED);
            assertFound(node, link, created);
            Map<TopicPartition, Long> before = ends(Context.values());

            List<CommandOutcome> refused = refused(deciding);
            list();

            for (CommandOutcome each : List.of(refused.getFirst(), refused.getLast())) {
                assertFound(node, link, each);
            }
            await().untilAsserted(() ->
                    assertThat(listings(node, refused.getLast())).isEqualTo("link.listed"));
            assertThat(ends(Context.values())).isEqualTo(before);
            assertRestoredAnew(link, refused.getLast());
            assertThat(deciding.decider.threadsReplaced()).isZero();
        }
    }

    @Test
    void aRefusedChangeOfAWebhookHoldsUpNoDelivery() throws Exception {
        StreamsSettings streams =
                new StreamsSettings(settings, folder.resolve("webhooks"), memory, null);
        try (Deciding deciding = Deciding.start(settings, streams, DeciderGroup.RESOURCES);
                Node node = new Node("webhooks")) {
            String id = MINT.freshId(IdKind.WHK);
            CommandOutcome refused =
                    deciding.decided(
                            Context.WEBHOOKS,
                            command(Context.WEBHOOKS, id, new DeleteWebhook(WORKSPACE), null));
            assertThat(refused.kind()).isEqualTo(CommandOutcome.REJECTED);

            new SubscriptionBarrier(admin, node.runner, Context.WEBHOOKS, settings.partitions())
                    .await();

            assertThat(
                            node.runner.commandApplied(
                                    Context.WEBHOOKS.events(),
                                    refused.partition(),
                                    refused.offset()))
                    .isTrue();
        }
    }

    /** Sends commands that are refused, and repetitions in between; the outcomes of the refused ones. */
    private static List<CommandOutcome> refused(Deciding deciding) throws Exception {
        List<CompletableFuture<CommandResult>> refused = new ArrayList<>();
        List<CompletableFuture<CommandResult>> repeated = new ArrayList<>();
        for (int i = 0; i < REQUESTS / 2; i++) {
            refused.add(deciding.send(LINKS, creating(link("hello"), null)));
            repeated.add(deciding.send(LINKS, creating(link("hello"), "once")));
        }
        List<CommandOutcome> outcomes = new ArrayList<>();
        for (CompletableFuture<CommandResult> each : refused) {
            outcomes.add(Deciding.outcome(each));
        }
        assertThat(outcomes).allMatch(outcome -> outcome.kind().equals(CommandOutcome.REJECTED));
        for (CompletableFuture<CommandResult> each : repeated) {
            assertThat(Deciding.outcome(each).replayed()).isTrue();
        }
        return outcomes;
    }

    private static void list() throws Exception {
        try (BestEffortPublisher side =
                new BestEffortPublisher(
                        "test",
                        clients.bestEffort(Duration.ofSeconds(5), Topics.LISTINGS),
                        new SimpleMeterRegistry(),
                        () -> true)) {
            var recorder =
                    new KafkaListingRecorder(
                            side, new Partitions(settings.partitions()), IDS, MINT);
            for (int i = 0; i < REQUESTS; i++) {
                recorder.record(
                        WORKSPACE,
                        Actor.system("test"),
                        "req_" + i,
                        new LinkListed(0, List.of(), Map.of()));
            }
        }
        assertThat(end(Topics.LISTINGS)).isEqualTo(REQUESTS);
    }

    private static String listings(Node node, CommandOutcome after) throws Exception {
        return node.ask(
                                QueryNames.EVENTS,
                                Map.of("limit", "1", QueryNames.READER, EventReader.SERVICE.text()),
                                after)
                        instanceof QueryResult.Found(var body, _, _)
                ? body.at("/data/0/type").asString("")
                : "";
    }

    private static void assertFound(Node node, Link link, CommandOutcome after) {
        // The lists are read once their application runs.
        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(node.ask(QueryNames.LINKS, Map.of("q", link.slug()), after))
                                .isInstanceOfSatisfying(
                                        QueryResult.Found.class,
                                        found ->
                                                assertThat(found.body().path("data").size())
                                                        .isEqualTo(1)));
    }

    /** A node that reads all from the beginning comes as far, and so does its start. */
    private static void assertRestoredAnew(Link link, CommandOutcome last) throws Exception {
        try (Node fresh = new Node("fresh");
                CommandCatchUp catchUp =
                        CommandCatchUp.start(
                                Connections.to(settings),
                                fresh.runner,
                                Set.of(LINKS),
                                settings.partitions())) {
            assertThat(catchUp.done()).succeedsWithin(PATIENCE);
            assertThat(fresh.runner.caughtUp()).succeedsWithin(PATIENCE);
            assertFound(fresh, link, last);
        }
    }

    private static CommandRecord creating(Link link, @Nullable String idempotencyKey) {
        return command(LINKS, link.key(), new CreateLink(link), idempotencyKey);
    }

    private static CommandRecord command(
            Context context, String aggregate, Record body, @Nullable String idempotencyKey) {
        return new CommandRecord(
                new CommandHeader(
                        MINT.freshId(IdKind.CMD),
                        CommandCodec.of(context, IDS).typeOf(body),
                        Instant.now().truncatedTo(ChronoUnit.MILLIS),
                        WORKSPACE,
                        aggregate,
                        Actor.system("test"),
                        null,
                        null,
                        idempotencyKey == null ? null : new Idempotency(idempotencyKey, "hash"),
                        null),
                body);
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

    /** Where the events of contexts end, whatever of it is committed. */
    private static Map<TopicPartition, Long> ends(Context... contexts) throws Exception {
        return ends(Arrays.stream(contexts).map(Context::events).toList());
    }

    private static long end(Topic topic) throws Exception {
        return ends(List.of(topic)).values().stream().mapToLong(Long::longValue).sum();
    }

    private static Map<TopicPartition, Long> ends(List<Topic> topics) throws Exception {
        Map<TopicPartition, OffsetSpec> asked =
                topics.stream()
                        .flatMap(topic ->
                                IntStream.range(0, settings.partitions())
                                        .mapToObj(
                                                number -> new TopicPartition(topic.name(), number)))
                        .collect(toMap(partition -> partition, _ -> OffsetSpec.latest()));
        return Brokers.get(admin.listOffsets(asked).all()).entrySet().stream()
                .collect(toMap(Map.Entry::getKey, found -> found.getValue().offset()));
    }
}
