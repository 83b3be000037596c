package io.postrider.platform.views;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

class ProjectionBatchTest {

    private static final byte[] KEY = ProjectionKey.table(1).text("key").bytes();
    private static final byte[] COUNTER = ProjectionKey.table(2).text("counter").bytes();
    private static final byte[] OLD = "old".getBytes(UTF_8);
    private static final byte[] NEW = "new".getBytes(UTF_8);

    @RegisterExtension private final TestStores stores = new TestStores();
    @TempDir private Path folder;
    private ProjectionStore store;

    @BeforeEach
    void open() {
        store = stores.open(folder);
        ProjectionBatch batch = store.newBatch();
        batch.put(KEY, OLD);
        batch.add(COUNTER, 5);
        store.write(batch, Map.of());
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void itReadsTheStoreUntilItWrites() {
        ProjectionBatch batch = store.newBatch();

        assertThat(batch.get(KEY)).isEqualTo(OLD);
        batch.put(KEY, NEW);
        assertThat(batch.get(KEY)).isEqualTo(NEW);
        batch.delete(KEY);
        assertThat(batch.get(KEY)).isNull();
        assertThat(store.get(KEY)).isEqualTo(OLD);

        store.write(batch, Map.of());
        assertThat(store.get(KEY)).isNull();
    }

    @Test
    void aCounterGoesOnFromTheStore() {
        ProjectionBatch batch = store.newBatch();

        assertThat(batch.add(COUNTER, 2)).isEqualTo(7);
        assertThat(batch.add(COUNTER, -1)).isEqualTo(6);
        store.write(batch, Map.of());

        assertThat(store.counter(COUNTER)).isEqualTo(6);
        assertThat(store.counter(ProjectionKey.table(2).text("none").bytes())).isZero();
    }

    @Test
    void aHotCounterIsOneWrite() throws RocksDBException {
        ProjectionBatch batch = store.newBatch();
        for (int i = 0; i < 10_000; i++) {
            batch.add(COUNTER, 1);
        }

        try (WriteBatch writes = new WriteBatch()) {
            batch.writeTo(writes);
            assertThat(writes.count()).isEqualTo(1);
        }
    }

    @Test
    void aCounterThatOverflowsOrIsNoneChangesNothing() {
        ProjectionBatch batch = store.newBatch();

        assertThatThrownBy(() -> batch.add(COUNTER, Long.MAX_VALUE))
                .isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> batch.add(KEY, 1)).isInstanceOf(IllegalStateException.class);
        assertThat(batch.add(COUNTER, 0)).isEqualTo(5);
    }

    @Test
    void aRollbackGoesBackToTheMarkAndNoFurther() {
        ProjectionBatch batch = store.newBatch();
        byte[] other = ProjectionKey.table(1).text("other").bytes();
        batch.put(KEY, NEW);
        batch.add(COUNTER, 1);
        batch.afterWrite(() -> {});
        batch.mark();

        batch.delete(KEY);
        batch.put(KEY, OLD);
        batch.put(other, OLD);
        batch.add(COUNTER, 100);
        batch.add(COUNTER, 100);
        batch.afterWrite(() -> {});
        batch.rollback();

        assertThat(batch.get(KEY)).isEqualTo(NEW);
        assertThat(batch.get(other)).isNull();
        assertThat(batch.add(COUNTER, 0)).isEqualTo(6);
        assertThat(batch.actions()).hasSize(1);
    }

    @Test
    void aBatchThatCouldNotReadTheStoreIsNotWritten() {
        ProjectionBatch batch = store.newBatch();
        store.close();

        assertThatThrownBy(() -> batch.get(KEY)).isInstanceOf(ProjectionStoreException.class);
        assertThatThrownBy(batch::requireIntact).isInstanceOf(ProjectionStoreException.class);
    }
}
