package io.postrider.projections;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.platform.kafka.Durability;
import io.postrider.platform.kafka.KafkaClients;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.limits.SharedCapacity;
import io.postrider.platform.offsets.ConsistencyToken;
import io.postrider.platform.reads.Query;
import io.postrider.platform.reads.QueryResult;
import io.postrider.platform.threads.FairExecutor;
import io.postrider.platform.views.ProjectionRunner;
import io.postrider.platform.views.ProjectionSettings;
import io.postrider.platform.views.TestStore;
import io.postrider.schemas.Context;
import io.postrider.testkit.claims.Verifies;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A runner that never starts: nothing that it follows arrives. */
class LocalReadsTest {

    @TempDir private Path folder;

    /** No server listens there. */
    @AutoClose
    private final KafkaClients clients =
            KafkaClients.open(KafkaSettings.single("localhost:1", Durability.REPLICATED, "n1"));

    @Test
    void aWriteThatTheViewsNeverSeeIsNotWaitedFor() {
        assertThat(asked(Context.WORKSPACES)).isInstanceOf(QueryResult.Missing.class);
        assertThat(asked(Context.USERS)).isInstanceOf(QueryResult.Missing.class);
        assertThat(asked(Context.LINKS)).isInstanceOf(QueryResult.Behind.class);
    }

    @Test
    @Verifies("workspace-shares")
    void anOwnerWithTooManyReadsIsRejectedAndOthersAreAnswered() {
        Deque<Runnable> thread = new ArrayDeque<>();
        LocalReads reads =
                new LocalReads(
                        Map.of("links", question -> new QueryResult.Missing()),
                        List.of(),
                        new FairExecutor(thread::add, new SharedCapacity(4, 1)));
        CompletableFuture<QueryResult> first = asked(reads, "ws_1", "usr_1");

        assertThat(asked(reads, "ws_2", "usr_1"))
                .isCompletedWithValue(new QueryResult.ShareExceeded());
        CompletableFuture<QueryResult> other = asked(reads, "ws_3", "usr_2");
        assertThat(other).isNotDone();

        thread.forEach(Runnable::run);
        assertThat(first).isCompletedWithValue(new QueryResult.Missing());
        assertThat(other).isCompletedWithValue(new QueryResult.Missing());
    }

    private static CompletableFuture<QueryResult> asked(
            LocalReads reads, String workspace, String tenant) {
        return reads.ask(new Query("links", workspace, tenant, Map.of(), null, Duration.ZERO))
                .toCompletableFuture();
    }

    private ProjectionRunner runner(TestStore store) {
        return new ProjectionRunner(
                "test", clients, store.store(), List.of(), ProjectionSettings.DEFAULTS);
    }

    /** What a question is answered that is to see a write to this context, by views that follow links alone. */
    private QueryResult asked(Context written) {
        try (TestStore store = TestStore.open(folder.resolve(written.name()));
                ProjectionRunner runner = runner(store)) {
            LocalReads reads =
                    new LocalReads(
                            Map.of("links", question -> new QueryResult.Missing()),
                            List.of(
                                    new LocalReads.Followed(
                                            Set.of(Context.LINKS.events()), runner::awaitCommand)),
                            new FairExecutor(Runnable::run, SharedCapacity.ofTenants(4)));
            return reads.ask(
                            new Query(
                                    "links",
                                    "ws_1",
                                    Map.of(),
                                    new ConsistencyToken(written, 0, 7),
                                    Duration.ZERO))
                    .toCompletableFuture()
                    .join();
        }
    }
}
