package io.postrider.projections;

import static org.assertj.core.api.Assertions.fail;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.links.Link;
import io.postrider.domain.links.LinkEvent.LinkCreated;
import io.postrider.domain.webhooks.WebhookEvent;
import io.postrider.domain.workspaces.WorkspaceEvent;
import io.postrider.platform.reads.Query;
import io.postrider.platform.reads.QueryNames;
import io.postrider.platform.reads.QueryResult;
import io.postrider.platform.views.Projection;
import io.postrider.platform.views.ProjectionBatch;
import io.postrider.platform.views.ProjectionKey;
import io.postrider.platform.views.ProjectionSnapshot;
import io.postrider.platform.views.ProjectionStore;
import io.postrider.platform.views.TestStore;
import io.postrider.projections.lists.Lists;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.AuditRecord;
import io.postrider.schemas.Click;
import io.postrider.schemas.Context;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.LinkClicked;
import io.postrider.schemas.LinkListed;
import io.postrider.schemas.Topic;
import io.postrider.schemas.Topics;
import io.postrider.schemas.catalogue.scopes.EventReader;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import io.postrider.schemas.json.Rendering;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Every read model over a real store, fed with records as the log would have them. */
final class TestModels implements AutoCloseable {

    static final Instant START = Instant.parse("2026-11-21T10:00:00Z");
    static final Duration AUDIT_KEPT = Duration.ofDays(90);
    static final String MINE = Id.of(IdKind.WS, new UUID(1, 1));
    static final String THEIRS = Id.of(IdKind.WS, new UUID(1, 2));

    private static final LockedSchemaIds IDS = LockedSchemaIds.shipped();

    private final TestStore store;
    private final Map<Projection, TestStore> lists = new HashMap<>();
    private final Path folder;
    private final ReadModels models;
    private long offset;
    private Instant appended = START;
    private @Nullable Instant now;

    private TestModels(TestStore store, Path folder) {
        this.store = store;
        this.folder = folder;
        this.models =
                new ReadModels(
                        new OpenLists(),
                        store.store(),
                        store.store(),
                        IDS,
                        new Rendering("http://localhost:8080", "localhost"),
                        AUDIT_KEPT,
                        Duration.ofDays(30),
                        () -> now == null ? appended : now);
    }

    /** From now on the clock of the node stands, whatever time the log has. */
    void nodeClock(Instant time) {
        now = time;
    }

    /** From now on the log takes records at another time. */
    TestModels at(Instant time) {
        appended = time;
        return this;
    }

    /** How many rows a table of the views has. */
    int rows(int table) {
        return store.store()
                .scan(ProjectionKey.table(table).bytes(), null, ProjectionStore.LARGEST_PAGE)
                .entries()
                .size();
    }

    static TestModels open(Path folder) {
        return new TestModels(TestStore.open(folder), folder);
    }

    /** Each view in a store of its own, all of one partition. */
    private final class OpenLists implements Lists {
        @Override
        public <R> List<R> read(
                Projection view, Query.Part part, Function<ProjectionSnapshot, R> read) {
            return List.of(list(view).store().read(read));
        }
    }

    List<Projection> listViews() {
        return models.lists();
    }

    private TestStore list(Projection view) {
        return lists.computeIfAbsent(
                view, _ -> TestStore.open(folder.resolve("list-" + lists.size())));
    }

    @Override
    public void close() {
        lists.values().forEach(TestStore::close);
        store.close();
    }

    ObjectNode found(String name, String workspace, Map<String, String> parameters) {
        return ask(name, workspace, parameters) instanceof QueryResult.Found found
                ? found.body()
                : fail("not found: " + name);
    }

    QueryResult ask(String name, String workspace, Map<String, String> parameters) {
        Map<String, String> all = new HashMap<>(parameters);
        all.putIfAbsent(QueryNames.READER, EventReader.SERVICE.text());
        return models.direct()
                .ask(new Query(name, workspace, all, null, Duration.ZERO))
                .toCompletableFuture()
                .join();
    }

    void apply(EventRecord event) {
        String key = event.header().aggregate();
        switch (event.payload()) {
            case LinkClicked _ -> apply(Topics.CLICKS, key, EventCodec.clicks(IDS).encode(event));
            case LinkListed _ ->
                    apply(Topics.LISTINGS, key, EventCodec.listings(IDS).encode(event));
            case null, default -> {
                Context context = context(event);
                apply(context.events(), key, EventCodec.of(context, IDS).encode(event));
            }
        }
    }

    private static Context context(EventRecord event) {
        return switch (event.payload()) {
            case WebhookEvent _ -> Context.WEBHOOKS;
            case WorkspaceEvent _ -> Context.WORKSPACES;
            case null, default -> Context.LINKS;
        };
    }

    void apply(Delivery delivery) {
        byte[] value = ValueCodec.deliveries(IDS).encode(delivery);
        apply(Topics.DELIVERIES, delivery.endpoint(), value);
    }

    void apply(AuditRecord note) {
        byte[] value = ValueCodec.auditNotes(IDS).encode(note);
        apply(Topics.AUDIT, note.workspace(), value);
    }

    void apply(Attempt attempt) {
        byte[] value = ValueCodec.attempts(IDS).encode(attempt);
        apply(Topics.ATTEMPTS, attempt.endpoint(), value);
    }

    /** An attempt to send a message. */
    void applySend(Attempt attempt) {
        byte[] value = ValueCodec.attempts(Topics.SEND_ATTEMPTS, IDS).encode(attempt);
        apply(Topics.SEND_ATTEMPTS, attempt.endpoint(), value);
    }

    private void apply(Topic topic, String key, byte[] value) {
        ConsumerRecord<byte[], byte[]> record =
                new ConsumerRecord<>(
                        topic.name(),
                        0,
                        offset++,
                        appended.toEpochMilli(),
                        TimestampType.LOG_APPEND_TIME,
                        key.length(),
                        value.length,
                        key.getBytes(StandardCharsets.UTF_8),
                        value,
                        new RecordHeaders(),
                        Optional.empty());
        for (Projection view : models.lists()) {
            apply(view, record, list(view));
        }
        for (Projection view : models.deliveries()) {
            apply(view, record, store);
        }
        for (Projection view : models.history()) {
            apply(view, record, store);
        }
    }

    private static void apply(
            Projection view, ConsumerRecord<byte[], byte[]> record, TestStore store) {
        if (view.topics().stream().anyMatch(topic -> topic.name().equals(record.topic()))) {
            ProjectionBatch batch = store.store().newBatch();
            view.apply(record, batch);
            store.write(batch);
        }
    }

    EventRecord event(
            Context context, String type, long sequence, String workspace, Record payload) {
        return new EventRecord(
                new EventHeader(
                        Id.of(IdKind.EVT, new UUID(context.number(), 1_000 + offset)),
                        type,
                        START,
                        workspace,
                        "localhost/x",
                        sequence,
                        null,
                        null,
                        null),
                payload);
    }

    EventRecord created(int n, String workspace, String... tags) {
        return event(
                Context.LINKS,
                "link.created",
                1,
                workspace,
                new LinkCreated(link(n, workspace, tags)));
    }

    EventRecord clicked(int n, Instant at, String verdict, String visitor) {
        Click click =
                new Click(
                        Id.of(IdKind.CLK, new UUID(9, n)),
                        linkId(1),
                        1,
                        "localhost",
                        "s1",
                        "https://example.com/",
                        at,
                        302,
                        "GET",
                        "node",
                        0,
                        n,
                        null,
                        null,
                        null,
                        null,
                        null,
                        verdict,
                        null,
                        visitor,
                        null,
                        null,
                        null);
        return event(Context.LINKS, "link.clicked", 0, MINE, new LinkClicked(click));
    }

    static String linkId(int n) {
        return Id.of(IdKind.LNK, new UUID(5, n));
    }

    static Link link(int n, String workspace, String... tags) {
        return new Link(
                linkId(n),
                workspace,
                "localhost",
                "s" + n,
                "https://example.com/" + n,
                null,
                List.of(tags),
                null,
                null,
                null,
                null,
                0,
                302,
                false,
                null,
                Map.of(),
                START.plusSeconds(n),
                START.plusSeconds(n));
    }
}
