package io.postrider.models;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.platform.views.Commits;
import io.postrider.platform.views.ProjectionBatch;
import io.postrider.platform.views.ProjectionKey;
import io.postrider.platform.views.ProjectionMemory;
import io.postrider.platform.views.ProjectionStore;
import io.postrider.schemas.KeptCompletion;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import io.postrider.testkit.claims.Verifies;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That a node finds what completions were answered, and forgets it with the log. */
class CompletionProjectionTest {

    private static final SchemaIds IDS = LockedSchemaIds.shipped();
    private static final Instant AT = Instant.parse("2026-11-20T10:00:00Z");
    private static final int TABLE = 0x1d;

    @AutoClose private final ProjectionMemory memory = new ProjectionMemory(8 << 20, 2 << 20);
    @TempDir private Path folder;
    private final List<String> heard = new ArrayList<>();

    @BeforeEach
    void clearHeard() {
        heard.clear();
    }

    @Test
    @Verifies("completions-sealed")
    void storedCompletionsAreFoundForSevenDays() {
        try (ProjectionStore store = ProjectionStore.open(folder, memory, 50)) {
            var view = new CompletionProjection(store, TABLE, IDS, heard::add);
            KeptCompletion kept = new KeptCompletion("ws_1", AT, true, "sealed");

            assertThat(view.find("scope", AT)).isEmpty();
            apply(view, store, "scope", kept);

            assertThat(view.find("scope", AT)).hasValue(kept);
            assertThat(view.find("scope", AT.plus(Duration.ofDays(7)))).isEmpty();
            assertThat(heard).containsExactly("scope");
        }
    }

    @Test
    void theNewestCounts() {
        try (ProjectionStore store = ProjectionStore.open(folder, memory, 50)) {
            var view = new CompletionProjection(store, TABLE, IDS, heard::add);
            KeptCompletion better = new KeptCompletion("ws_1", AT.plusSeconds(1), false, "sealed");

            apply(view, store, "scope", new KeptCompletion("ws_1", AT, false, null));
            apply(view, store, "scope", better);

            assertThat(view.find("scope", AT.plusSeconds(2))).hasValue(better);
        }
    }

    @Test
    void expiredCompletionsLeaveTheDisk() {
        try (ProjectionStore store = ProjectionStore.open(folder, memory, 50)) {
            var view = new CompletionProjection(store, TABLE, IDS, heard::add);
            for (int i = 0; i < 100; i++) {
                apply(view, store, "old-" + i, new KeptCompletion("ws_1", AT, false, "sealed"));
            }
            Instant later = AT.plus(Duration.ofDays(8));
            for (int i = 0; i < 60; i++) {
                apply(view, store, "new-" + i, new KeptCompletion("ws_1", later, false, "sealed"));
            }

            assertThat(store.scan(ProjectionKey.table(TABLE).bytes(), null, 1_000).entries())
                    .hasSize(60);
            assertThat(view.find("new-0", later)).isPresent();
        }
    }

    @Test
    void aScopeThatIsPutAgainStaysAlthoughTheSameBatchForgetsItsOldEntry() {
        try (ProjectionStore store = ProjectionStore.open(folder, memory, 50)) {
            var view = new CompletionProjection(store, TABLE, IDS, heard::add);
            apply(view, store, "again", new KeptCompletion("ws_1", AT, false, "old"));
            Instant later = AT.plus(Duration.ofDays(8));
            KeptCompletion renewed = new KeptCompletion("ws_1", later, false, "new");

            ProjectionBatch batch = store.newBatch();
            apply(view, batch, "again", renewed);
            apply(view, batch, "other", renewed);
            Commits.commit(store, batch);

            assertThat(view.find("again", later)).hasValue(renewed);
            assertThat(view.find("other", later)).hasValue(renewed);
        }
    }

    private static void apply(
            CompletionProjection view, ProjectionStore store, String scope, KeptCompletion kept) {
        ProjectionBatch batch = store.newBatch();
        apply(view, batch, scope, kept);
        Commits.commit(store, batch);
    }

    private static void apply(
            CompletionProjection view, ProjectionBatch batch, String scope, KeptCompletion kept) {
        view.apply(
                new ConsumerRecord<>(
                        Topics.COMPLETIONS.name(),
                        0,
                        0,
                        scope.getBytes(StandardCharsets.UTF_8),
                        ValueCodec.completions(IDS).encode(kept)),
                batch);
    }
}
