package io.postrider.api;

import io.postrider.domain.links.LinkEvent;
import io.postrider.domain.webhooks.WebhookEvent;
import io.postrider.domain.webhooks.WebhookEvent.WebhookCreated;
import io.postrider.platform.reads.Query;
import io.postrider.platform.reads.QueryGateway;
import io.postrider.platform.reads.QueryResult;
import io.postrider.platform.views.Commits;
import io.postrider.platform.views.Projection;
import io.postrider.platform.views.ProjectionBatch;
import io.postrider.platform.views.ProjectionMemory;
import io.postrider.platform.views.ProjectionSnapshot;
import io.postrider.platform.views.ProjectionStore;
import io.postrider.projections.ReadModels;
import io.postrider.projections.lists.Lists;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.AuditRecord;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventPublished;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.LinkClicked;
import io.postrider.schemas.Topic;
import io.postrider.schemas.Topics;
import io.postrider.schemas.catalogue.Catalogue;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import io.postrider.schemas.json.Rendering;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/** The read models, to which a test applies records itself. Each list has a store of its own, opened when it is needed. */
final class TestModels implements AutoCloseable {

    private static final LockedSchemaIds IDS = LockedSchemaIds.shipped();
    private static final ProjectionMemory MEMORY = new ProjectionMemory(32 << 20, 16 << 20);
    private static final int FILES_MAX = 64;

    private final Path folder;
    private final ProjectionStore store;
    private final Map<Projection, ProjectionStore> lists = new HashMap<>();
    private final ReadModels models;
    private final QueryGateway reads;
    private final List<EventHeader> webhooks = new ArrayList<>();
    private final Map<String, Boolean> enabled = new HashMap<>();
    private long offset;

    TestModels(Path folder, InstantSource clock, Rendering.Opener opener) {
        this.folder = folder;
        this.store = ProjectionStore.open(folder.resolve("history"), MEMORY, FILES_MAX);
        this.models =
                new ReadModels(
                        new OpenLists(),
                        store,
                        store,
                        IDS,
                        new Rendering(TestApi.BASE_URL, TestApi.DOMAIN, opener),
                        Duration.ofDays(90),
                        Duration.ofDays(30),
                        clock);
        this.reads = models.direct();
    }

    private final class OpenLists implements Lists {
        @Override
        public <R> List<R> read(
                Projection view, Query.Part part, Function<ProjectionSnapshot, R> read) {
            return List.of(list(view).read(read));
        }
    }

    private ProjectionStore list(Projection view) {
        return lists.computeIfAbsent(
                view,
                _ ->
                        ProjectionStore.open(
                                folder.resolve("list-" + lists.size()), MEMORY, FILES_MAX));
    }

    QueryResult answer(Query question) {
        return reads.ask(question).toCompletableFuture().join();
    }

    /** Applies an event. One of a link is delivered at once to each webhook of its workspace, and held if that is disabled. */
    void apply(EventRecord event) {
        Instant at = event.header().time();
        String key = event.header().aggregate();
        apply(topic(event), key, at, codec(event).encode(event));
        if (event.payload() instanceof WebhookCreated) {
            webhooks.add(event.header());
        }
        if (event.payload() instanceof WebhookEvent change) {
            enabled.put(change.endpoint().id(), change.endpoint().enabled());
        }
        if (event.payload() instanceof LinkEvent) {
            webhooks.stream()
                    .filter(webhook -> webhook.workspace().equals(event.header().workspace()))
                    .forEach(webhook -> deliver(event.header(), webhook));
        }
    }

    private static Topic topic(EventRecord event) {
        return switch (event.payload()) {
            case LinkClicked _ -> Topics.CLICKS;
            case EventPublished _ -> Topics.PUBLISHED;
            case null, default -> context(event).events();
        };
    }

    private static EventCodec codec(EventRecord event) {
        return switch (event.payload()) {
            case LinkClicked _ -> EventCodec.clicks(IDS);
            case EventPublished _ -> EventCodec.published(IDS);
            case null, default -> EventCodec.of(context(event), IDS);
        };
    }

    private static Context context(EventRecord event) {
        return Catalogue.all().stream()
                .filter(entry -> entry.eventType().isInstance(event.payload()))
                .findFirst()
                .orElseThrow()
                .context();
    }

    private void deliver(EventHeader event, EventHeader to) {
        String webhook = to.aggregate();
        TestDelivery delivery = new TestDelivery(event, webhook, webhooks.indexOf(to));
        apply(
                Topics.DELIVERIES,
                webhook,
                event.time(),
                ValueCodec.deliveries(IDS).encode(delivery.queued()));
        if (enabled.getOrDefault(webhook, true)) {
            apply(delivery.attempted());
        }
    }

    void apply(Attempt attempt) {
        apply(
                Topics.ATTEMPTS,
                attempt.endpoint(),
                attempt.at(),
                ValueCodec.attempts(IDS).encode(attempt));
    }

    void apply(AuditRecord note) {
        apply(Topics.AUDIT, note.workspace(), note.time(), ValueCodec.auditNotes(IDS).encode(note));
    }

    private void apply(Topic topic, String key, Instant appended, byte[] value) {
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
            if (view.topics().contains(topic)) {
                apply(view, record, list(view));
            }
        }
        apply(models.deliveries(), topic, record);
        apply(models.history(), topic, record);
    }

    private void apply(List<Projection> views, Topic topic, ConsumerRecord<byte[], byte[]> record) {
        for (Projection view : views) {
            if (view.topics().contains(topic)) {
                apply(view, record, store);
            }
        }
    }

    private static void apply(
            Projection view, ConsumerRecord<byte[], byte[]> record, ProjectionStore store) {
        ProjectionBatch batch = store.newBatch();
        view.apply(record, batch);
        Commits.commit(store, batch);
    }

    @Override
    public void close() {
        lists.values().forEach(ProjectionStore::close);
        store.close();
    }
}
