package io.postrider.platform.views;

import static io.postrider.platform.views.RunnerFixture.LINKS;
import static io.postrider.platform.views.RunnerFixture.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.platform.views.RunnerFixture.Running;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class DamagedViewTest {

    private static final int RECORDS = 3_000;

    @RegisterExtension private final RunnerFixture fixture = new RunnerFixture();
    private final FakeLog log = fixture.log;
    private final NotesView notes = new NotesView(1, LINKS);
    @TempDir private Path parent;
    private Path folder;

    @BeforeEach
    void fillLogAndStore() throws Exception {
        folder = parent.resolve("store");
        log.create(LINKS, 1);
        Random random = new Random(1);
        for (int i = 0; i < RECORDS; i++) {
            byte[] incompressible = new byte[300];
            random.nextBytes(incompressible);
            log.append(LINKS, 0, "a", HexFormat.of().formatHex(incompressible), i);
        }
        try (Running running = fixture.start(folder, notes)) {
            reach(running, RECORDS - 1);
        }
    }

    private static void reach(Running running, long command) throws Exception {
        assertThat(
                        running.runner()
                                .awaitCommand(LINKS, 0, command, PATIENCE)
                                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
    }

    private long count(Running running) {
        return running.store().counter(notes.count("a"));
    }

    @Test
    void damageFoundAtTheStartIsRebuiltFromTheLog() throws Exception {
        damageTables(0, 0.5);

        Running running = fixture.start(folder, notes);

        assertThat(running.runner().caughtUp()).succeedsWithin(PATIENCE);
        assertThat(count(running)).isEqualTo(RECORDS);
    }

    @Test
    void damageFoundByAReaderIsRebuiltFromTheLogWhileItRuns() throws Exception {
        // The engine's own entries come first in a file and stay whole.
        damageTables(0.25, 0.5);
        Running running = fixture.start(folder, notes);

        await().atMost(PATIENCE)
                .until(() -> {
                    readEverything(running.store());
                    return running.runner().failures() > 0;
                });
        log.append(LINKS, 0, "a", "after", RECORDS);
        reach(running, RECORDS);

        assertThat(running.runner().caughtUp()).succeedsWithin(PATIENCE);
        assertThat(count(running)).isEqualTo(RECORDS + 1);
        assertThat(running.store().damage()).isNull();
    }

    private void damageTables(double from, double to) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> tables = files.filter(f -> f.toString().endsWith(".sst")).toList();
            assertThat(tables).isNotEmpty();
            for (Path file : tables) {
                byte[] bytes = Files.readAllBytes(file);
                for (int i = (int) (bytes.length * from); i < bytes.length * to; i += 50) {
                    bytes[i] ^= 0x55;
                }
                Files.write(file, bytes);
            }
        }
    }

    private void readEverything(ProjectionStore store) {
        try {
            ProjectionPage page = store.scan(notes.places(), null, ProjectionStore.LARGEST_PAGE);
            while (page.hasMore()) {
                page = store.scan(notes.places(), page.lastKey(), ProjectionStore.LARGEST_PAGE);
            }
        } catch (ProjectionStoreException e) {
            assertThat(e).hasMessageContaining("store");
        }
    }
}
