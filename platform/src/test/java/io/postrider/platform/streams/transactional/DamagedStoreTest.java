package io.postrider.platform.streams.transactional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.platform.views.ProjectionMemory;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.internals.OffsetCheckpoint;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store with a flipped byte in a data block: its file opens, and reading it fails. */
class DamagedStoreTest {

    private static final TopicPartition CHANGELOG = TestStoreContext.CHANGELOG;
    private static final int ENTRIES = 2_000;

    /** In a block behind the one that has the offset. */
    private static final int AMONG_THE_ENTRIES = 20_000;

    @TempDir Path folder;

    @AutoClose private final ProjectionMemory memory = new ProjectionMemory(4 << 20, 512 << 10);

    @BeforeEach
    void write() throws IOException {
        TransactionalStores stores = stores();
        TransactionalStore store = opened(stores);
        Random random = new Random(1);
        for (int i = 0; i < ENTRIES; i++) {
            byte[] value = new byte[100];
            random.nextBytes(value);
            store.put(key(i), value);
        }
        stores.committed(Map.of(CHANGELOG, 7L));
        store.close();
    }

    @Test
    void aStoreThatCannotSayHowFarItIsStartsEmpty() throws Exception {
        flip(100);

        TransactionalStore store = opened(stores());

        assertEmpty(store);
        store.close();
    }

    @Test
    void aDamagedStoreIsPutAsideAndRestoredAsAWholeWhenItsTaskIsOpenedAgain() throws Exception {
        flip(AMONG_THE_ENTRIES);
        TransactionalStores stores = stores();
        TransactionalStore store = opened(stores);
        assertThatThrownBy(() -> readAll(store)).isInstanceOf(InvalidStateStoreException.class);
        store.close();

        TransactionalStore again = opened(stores);

        assertEmpty(again);
        again.close();
    }

    @Test
    void aStoreThatWasFoundDamagedStartsEmptyInTheNextProcess() throws Exception {
        flip(AMONG_THE_ENTRIES);
        TransactionalStore store = opened(stores());
        assertThatThrownBy(() -> readAll(store)).isInstanceOf(InvalidStateStoreException.class);
        store.close();

        TransactionalStore again = opened(stores());

        assertEmpty(again);
        again.close();
    }

    /** The reader may be a request; the task does not read what is damaged, and must not wait for it. */
    @Test
    void theNextCommitOfATaskEndsItWhenAReaderHasFoundItsStoreDamaged() throws Exception {
        flip(AMONG_THE_ENTRIES);
        TransactionalStore store = opened(stores());
        store.flush();

        assertThatThrownBy(() -> readAll(store)).isInstanceOf(InvalidStateStoreException.class);

        assertThatThrownBy(store::flush).isInstanceOf(InvalidStateStoreException.class);
        assertThatThrownBy(() -> store.get(key(ENTRIES - 1)))
                .as("an entry that is not damaged")
                .isInstanceOf(InvalidStateStoreException.class);
        store.close();
    }

    private void assertEmpty(TransactionalStore store) throws IOException {
        try (var all = store.all()) {
            assertThat(all.hasNext()).isFalse();
        }
        assertThat(new OffsetCheckpoint(folder.resolve("task/.checkpoint").toFile()).read())
                .isEmpty();
        assertThat(folder.resolve("stores/0_3/kept.discarded")).isDirectory();
    }

    private static void readAll(TransactionalStore store) {
        try (var all = store.all()) {
            all.forEachRemaining(_ -> {});
        }
    }

    private TransactionalStores stores() {
        return new TransactionalStores(
                folder.resolve("stores"), memory, () -> Instant.parse("2026-11-23T12:00:00Z"));
    }

    private TransactionalStore opened(TransactionalStores stores) throws IOException {
        Files.createDirectories(folder.resolve("task"));
        TransactionalStore store = new TransactionalStore("kept", stores);
        store.init(new TestStoreContext(folder.resolve("task")).get(), store);
        return store;
    }

    private void flip(int at) throws IOException {
        List<Path> files;
        try (Stream<Path> found = Files.list(folder.resolve("stores/0_3/kept"))) {
            files = found.filter(file -> file.toString().endsWith(".sst")).toList();
        }
        assertThat(files).isNotEmpty();
        for (Path file : files) {
            try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
                bytes.seek(at);
                int before = bytes.read();
                bytes.seek(at);
                bytes.write(before ^ 0xff);
            }
        }
    }

    private static Bytes key(int number) {
        return Bytes.wrap(ByteBuffer.allocate(Integer.BYTES).putInt(number).array());
    }
}
