package io.postrider.models;

import static io.postrider.testkit.records.Records.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.domain.kernel.ResourceEvent;
import io.postrider.domain.models.ConnectionEvent.ConnectionCreated;
import io.postrider.domain.models.ConnectionEvent.ConnectionDeleted;
import io.postrider.domain.models.Model;
import io.postrider.domain.models.Model.ModelDefaults;
import io.postrider.domain.models.ModelConnection;
import io.postrider.domain.models.ModelEvent.ModelCreated;
import io.postrider.domain.models.ModelEvent.ModelDeleted;
import io.postrider.domain.models.ModelEvent.ModelUpdated;
import io.postrider.platform.views.Commits;
import io.postrider.platform.views.LatestEventProjection;
import io.postrider.platform.views.ProjectionBatch;
import io.postrider.platform.views.ProjectionMemory;
import io.postrider.platform.views.ProjectionStore;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.testkit.claims.Verifies;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** What a node knows of models, from its own answers and from the log. */
@Isolated("it measures the heap")
class ModelReplicaTest {

    private static final EventCodec CODEC =
            EventCodec.of(Context.MODELS, LockedSchemaIds.shipped());
    private static final String WORKSPACE = "ws_01kb3q8z1vf0t9h2x7c5n4m6ra";
    private static final String NEIGHBOUR = "ws_01kb3q8z1vf0t9h2x7c5n4m6rb";
    private static final Instant NOW = Instant.parse("2026-11-21T10:00:00.123Z");

    @TempDir private Path folder;
    @AutoClose private final ProjectionMemory memory = new ProjectionMemory(8 << 20, 2 << 20);
    @AutoClose private ProjectionStore store;
    private final ModelReplica table = new ModelReplica();
    private final LatestEventProjection kept = kept(table);

    @BeforeEach
    void open() {
        store = ProjectionStore.open(folder, memory, 50);
    }

    private static LatestEventProjection kept(ModelReplica table) {
        return new LatestEventProjection(Context.MODELS, LockedSchemaIds.shipped(), table::apply);
    }

    private static Model model(String workspace, String alias, String upstream) {
        return new Model(
                alias,
                workspace,
                "con_1",
                upstream,
                null,
                ModelDefaults.NONE,
                null,
                Map.of(),
                NOW,
                NOW);
    }

    private static ModelConnection connection(String id) {
        return new ModelConnection(
                id,
                WORKSPACE,
                "n",
                ModelConnection.OPENAI_COMPATIBLE,
                "https://example.com",
                Map.of(),
                null,
                null,
                Map.of(),
                NOW,
                NOW);
    }

    private static EventRecord event(ResourceEvent<?> payload, long version) {
        String aggregate = payload.resource().key();
        return new EventRecord(
                new EventHeader(
                        "evt_1",
                        CODEC.typeOf((Record) payload),
                        NOW,
                        WORKSPACE,
                        aggregate,
                        version,
                        null,
                        null,
                        null),
                (Record) payload);
    }

    private void commit(EventRecord event) {
        ProjectionBatch batch = store.newBatch();
        kept.apply(
                new ConsumerRecord<>(
                        Context.MODELS.events().name(), 0, 0, new byte[0], CODEC.encode(event)),
                batch);
        Commits.commit(store, batch);
    }

    @Test
    void lateRecordsDoNotUndoConfirmedWrites() {
        EventRecord created = event(new ModelCreated(model(WORKSPACE, "a", "one")), 1);
        table.apply(created);
        table.apply(event(new ModelUpdated(model(WORKSPACE, "a", "two")), 2));
        commit(created);
        assertThat(table.model(WORKSPACE, "a"))
                .hasValueSatisfying(known -> {
                    assertThat(known.version()).isEqualTo(2);
                    assertThat(known.value().upstreamModel()).isEqualTo("two");
                });

        table.apply(event(new ModelDeleted(model(WORKSPACE, "a", "two")), 3));
        commit(event(new ModelUpdated(model(WORKSPACE, "a", "two")), 2));
        assertThat(table.model(WORKSPACE, "a")).isEmpty();
        assertThat(table.models(WORKSPACE)).isEmpty();
    }

    @Test
    void deletedModelsCanBeCreatedAgain() {
        table.apply(event(new ModelDeleted(model(WORKSPACE, "a", "two")), 3));
        table.apply(event(new ModelCreated(model(WORKSPACE, "a", "one")), 1));
        assertThat(table.model(WORKSPACE, "a")).isEmpty();

        table.apply(event(new ModelCreated(model(WORKSPACE, "a", "three")), 4));
        table.apply(event(new ModelDeleted(model(WORKSPACE, "a", "two")), 3));

        assertThat(table.model(WORKSPACE, "a")).isPresent();
        assertThat(table.models(WORKSPACE)).hasSize(1);
    }

    @Test
    void deletedModelsLeaveOnlyATombstone() {
        long before = used();
        for (int i = 0; i < 300; i++) {
            Model large =
                    with(
                            model(WORKSPACE, "m" + i, "one"),
                            "defaults",
                            new ModelDefaults((i + " ").repeat(100_000), null, null));
            table.apply(event(new ModelCreated(large), 1));
            table.apply(event(new ModelDeleted(large), 2));
        }

        // They would be ninety megabytes.
        await().until(() -> used() - before < 20 << 20);
        assertThat(table.models(WORKSPACE)).isEmpty();
    }

    private static long used() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    @Test
    void theDeletionCountsInTheEnd() {
        for (int i = 0; i < ModelReplica.EVER_MAX; i++) {
            if (i % 1_000 == 999) {
                assertThat(table.isFull(WORKSPACE)).isFalse();
            }
            table.apply(event(new ModelDeleted(model(WORKSPACE, "m" + i, "one")), 2));
        }

        assertThat(table.isFull(WORKSPACE)).isTrue();
        assertThat(table.isFull(NEIGHBOUR)).isFalse();
    }

    @Test
    @Verifies("tenant-state")
    void stateSurvivesARestart() {
        commit(event(new ModelCreated(model(WORKSPACE, "a", "one")), 1));
        commit(event(new ModelCreated(model(NEIGHBOUR, "b", "one")), 1));
        commit(event(new ConnectionCreated(connection("con_1")), 1));
        commit(event(new ConnectionCreated(connection("con_2")), 1));
        commit(event(new ConnectionDeleted(connection("con_2")), 2));
        ModelReplica second = new ModelReplica();

        kept(second).restore(store);

        assertThat(second.models(WORKSPACE)).isEqualTo(table.models(WORKSPACE)).hasSize(1);
        assertThat(second.models(NEIGHBOUR)).hasSize(1);
        assertThat(second.model(NEIGHBOUR, "a")).isEmpty();
        assertThat(second.connections(WORKSPACE)).hasSize(1);
        assertThat(second.connection(WORKSPACE, "con_1")).isPresent();
        assertThat(second.connection(WORKSPACE, "con_2")).isEmpty();
        assertThat(second.connection(NEIGHBOUR, "con_1")).isEmpty();
    }
}
