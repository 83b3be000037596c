package io.postrider.platform.views;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.platform.views.ProjectionStoreException.Remedy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class StoreDamageTest {

    private static final int ENTRIES = 3_000;

    @RegisterExtension private final TestStores stores = new TestStores();
    @TempDir private Path parent;

    private static byte[] key(int number) {
        return ProjectionKey.table(1).number(number).bytes();
    }

    private Path filled() {
        Path folder = parent.resolve("store");
        try (ProjectionStore store = stores.open(folder)) {
            Random random = new Random(1);
            for (int i = 0; i < ENTRIES; i++) {
                byte[] value = new byte[500];
                random.nextBytes(value);
                ProjectionBatch batch = store.newBatch();
                batch.put(key(i), value);
                store.write(batch, Map.of());
            }
        }
        return folder;
    }

    private static List<Path> files(Path folder, String part) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().contains(part)).toList();
        }
    }

    private static void garble(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        for (int i = 0; i < bytes.length; i += 50) {
            bytes[i] ^= 0x55;
        }
        Files.write(file, bytes);
    }

    @Test
    void aGarbledManifestStartsAnEmptyStoreAndKeepsTheOldOneAside() throws IOException {
        Path folder = filled();
        garble(files(folder, "MANIFEST").getFirst());

        try (ProjectionStore store = stores.open(folder)) {
            assertThat(store.scan(ProjectionKey.table(1).bytes(), null, 1).entries()).isEmpty();
        }
        assertThat(files(parent.resolve("store.discarded"), ".sst")).isNotEmpty();
    }

    @Test
    void aMissingFileStartsAnEmptyStore() throws IOException {
        Path folder = filled();
        Files.delete(files(folder, ".sst").getFirst());

        try (ProjectionStore store = stores.open(folder)) {
            assertThat(store.scan(ProjectionKey.table(1).bytes(), null, 1).entries()).isEmpty();
        }
    }

    @Test
    void damageFoundByAReaderIsNotedAndReopeningStartsEmpty() throws IOException {
        Path folder = filled();
        for (Path file : files(folder, ".sst")) {
            garbleFirstHalf(file);
        }

        try (ProjectionStore store = stores.open(folder)) {
            assertThat(store.damage()).isNull();
            assertThatThrownBy(() -> readAll(store))
                    .isInstanceOfSatisfying(
                            ProjectionStoreException.class,
                            e -> assertThat(e.remedy()).isEqualTo(Remedy.REBUILD));
            assertThat(store.damage()).isNotNull();
            assertThat(store.openIterators()).isZero();

            store.reopen();

            assertThat(store.damage()).isNull();
            assertThat(store.scan(ProjectionKey.table(1).bytes(), null, 1).entries()).isEmpty();
        }
    }

    // The table of contents at the end stays whole, so that the store opens.
    private static void garbleFirstHalf(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        for (int i = 0; i < bytes.length / 2; i += 50) {
            bytes[i] ^= 0x55;
        }
        Files.write(file, bytes);
    }

    private static void readAll(ProjectionStore store) {
        for (int i = 0; i < ENTRIES; i++) {
            store.get(key(i));
        }
    }

    @Test
    void anIntactStoreKeepsItsDataWhenItIsReopened() {
        try (ProjectionStore store = stores.open(filled())) {
            store.reopen();

            assertThat(store.get(key(ENTRIES - 1))).isNotNull();
        }
    }

    @Test
    void aStoreInUseIsRefusedAndNotTouched() {
        Path folder = filled();
        try (ProjectionStore store = stores.open(folder)) {
            assertThatThrownBy(() -> stores.open(folder))
                    .isInstanceOfSatisfying(
                            ProjectionStoreException.class,
                            e -> assertThat(e.remedy()).isEqualTo(Remedy.REOPEN));

            assertThat(store.get(key(ENTRIES - 1))).isNotNull();
        }
        assertThat(parent.resolve("store.discarded")).doesNotExist();
    }

    @Test
    void aSecondDamageReplacesTheFilesSetAsideByTheFirst() throws IOException {
        Path folder = filled();
        Path aside = parent.resolve("store.discarded");
        Files.createDirectories(aside.resolve("deeper"));
        Files.write(aside.resolve("deeper").resolve("old"), "old".getBytes(UTF_8));
        garble(files(folder, "MANIFEST").getFirst());

        stores.open(folder).close();

        assertThat(aside.resolve("deeper")).doesNotExist();
        assertThat(files(aside, ".sst")).isNotEmpty();
    }
}
