package io.postrider.projections;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.runtime.log.ConsistencyToken;
import io.postrider.runtime.reads.ReadAnswer;
import io.postrider.runtime.reads.ReadQuestion;
import io.postrider.runtime.views.TestStore;
import io.postrider.runtime.views.ViewRunner;
import io.postrider.runtime.views.ViewSettings;
import io.postrider.schemas.Context;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A runner that never starts: nothing that it follows arrives. */
class LocalReadsTest {

    @TempDir private Path folder;

    @Test
    void aWriteThatTheViewsNeverSeeIsNotWaitedFor() {
        assertThat(asked(Context.WORKSPACES)).isInstanceOf(ReadAnswer.Missing.class);
        assertThat(asked(Context.USERS)).isInstanceOf(ReadAnswer.Missing.class);
        assertThat(asked(Context.LINKS)).isInstanceOf(ReadAnswer.Behind.class);
    }

    /** What a question is answered that is to see a write to this context, by views that follow links alone. */
    private ReadAnswer asked(Context written) {
        try (TestStore store = TestStore.open(folder.resolve(written.name()));
                ViewRunner runner =
                        new ViewRunner(
                                "test",
                                Map.of(),
                                store.store(),
                                List.of(),
                                ViewSettings.DEFAULTS)) {
            LocalReads reads =
                    new LocalReads(
                            Map.of("links", question -> new ReadAnswer.Missing()),
                            runner,
                            Set.of(Context.LINKS.events()),
                            Runnable::run);
            return reads.ask(
                            new ReadQuestion(
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
