package io.postrider.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.redirects.spool.ClickSpool;
import io.postrider.redirects.spool.SpoolDrainer;
import io.postrider.redirects.spool.SpoolSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VitalPartsTest {

    private final VitalParts parts = new VitalParts();
    private final List<String> reported = new CopyOnWriteArrayList<>();
    @TempDir private Path folder;

    @Test
    void aThreadThatAnErrorEndedShowsInTheLivenessAndIsReported() {
        parts.add("another", new CompletableFuture<>());
        assertThat(parts.alive()).isTrue();
        try (ClickSpool spool = ClickSpool.open(folder, SpoolSettings.of(1));
                SpoolDrainer drainer = brokenDrainer(spool)) {
            parts.add("the drainer", drainer.dead());
            parts.onDeath(reported::add);

            await().until(() -> reported.equals(List.of("the drainer")));

            assertThat(parts.alive()).isFalse();
        }
    }

    @Test
    void aPartThatDiedBeforeIsReportedToo() {
        parts.add("early", CompletableFuture.completedFuture(null));

        parts.onDeath(reported::add);

        assertThat(reported).containsExactly("early");
    }

    static SpoolDrainer brokenDrainer(ClickSpool spool) {
        return new SpoolDrainer(
                spool,
                () -> {
                    throw new NoClassDefFoundError("a.B");
                },
                "clicks",
                1);
    }
}
