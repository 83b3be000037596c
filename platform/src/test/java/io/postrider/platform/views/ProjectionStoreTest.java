package io.postrider.platform.views;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProjectionStoreTest {

    @RegisterExtension private final TestStores stores = new TestStores();
    @TempDir private Path folder;

    private static byte[] key(String workspace, long number) {
        return ProjectionKey.table(1).text(workspace).number(number).bytes();
    }

    private static byte[] prefix(String workspace) {
        return ProjectionKey.table(1).text(workspace).bytes();
    }

    private static void put(ProjectionStore store, byte[] key, String value) {
        ProjectionBatch batch = store.newBatch();
        batch.put(key, value.getBytes(UTF_8));
        store.write(batch, Map.of());
    }

    private static List<String> values(ProjectionPage page) {
        return page.entries().stream().map(entry -> new String(entry.value(), UTF_8)).toList();
    }

    @Test
    void aScanReadsOnePrefixInOrder() {
        try (ProjectionStore store = stores.open(folder)) {
            put(store, key("ws_1", 2), "second");
            put(store, key("ws_1", 1), "first");
            put(store, key("ws_10", 1), "neighbour");
            put(store, key("ws_0", 9), "other");

            ProjectionPage page = store.scan(prefix("ws_1"), null, 10);

            assertThat(values(page)).containsExactly("first", "second");
            assertThat(page.hasMore()).isFalse();
            assertThat(page.lastKey()).isEqualTo(key("ws_1", 2));
        }
    }

    @Test
    void hasMoreTellsWhetherThePrefixGoesOn() {
        try (ProjectionStore store = stores.open(folder)) {
            put(store, key("ws_1", 1), "first");
            put(store, key("ws_1", 2), "second");
            put(store, key("ws_2", 1), "neighbour");

            assertThat(store.scan(prefix("ws_1"), null, 1).hasMore()).isTrue();
            assertThat(store.scan(prefix("ws_1"), null, 2).hasMore()).isFalse();
            assertThat(store.scan(prefix("ws_1"), key("ws_1", 1), 1).hasMore()).isFalse();
        }
    }

    @Test
    void aScanNeverLeavesItsPrefixWhateverItStartsAfter() {
        try (ProjectionStore store = stores.open(folder)) {
            put(store, key("ws_0", 1), "before");
            put(store, key("ws_1", 1), "mine");
            put(store, key("ws_2", 1), "behind");

            assertThat(values(store.scan(prefix("ws_1"), key("ws_0", 0), 10)))
                    .containsExactly("mine");
            assertThat(values(store.scan(prefix("ws_1"), new byte[0], 10))).containsExactly("mine");
            assertThat(values(store.scan(prefix("ws_1"), key("ws_2", 0), 10))).isEmpty();
            assertThat(values(store.scan(prefix("ws_1"), new byte[] {(byte) 0xFF}, 10))).isEmpty();
        }
    }

    @Test
    void aPrefixThatEndsInTheHighestBytesIsReadToItsEnd() {
        try (ProjectionStore store = stores.open(folder)) {
            byte[] prefix = ProjectionKey.table(0xFE).octet(0xFF).octet(0xFF).bytes();
            put(
                    store,
                    ProjectionKey.table(0xFE).octet(0xFF).octet(0xFF).octet(0xFF).bytes(),
                    "last");
            put(
                    store,
                    ProjectionKey.table(0xFE).octet(0xFF).octet(0xFE).octet(0xFF).bytes(),
                    "other");

            assertThat(values(store.scan(prefix, null, 10))).containsExactly("last");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 1_001})
    void aPageHasOneToAThousandEntries(int limit) {
        try (ProjectionStore store = stores.open(folder)) {
            assertThatThrownBy(() -> store.scan(prefix("ws_1"), null, limit))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void theEnginesTableIsOutOfReach() {
        try (ProjectionStore store = stores.open(folder)) {
            ProjectionBatch batch = store.newBatch();

            for (byte[] key : List.of(new byte[0], new byte[] {0, 2}, new byte[] {(byte) 0xFF})) {
                assertThatThrownBy(() -> store.scan(key, null, 1))
                        .isInstanceOf(IllegalArgumentException.class);
                assertThatThrownBy(() -> batch.put(key, new byte[0]))
                        .isInstanceOf(IllegalArgumentException.class);
                assertThatThrownBy(() -> batch.delete(key))
                        .isInstanceOf(IllegalArgumentException.class);
            }
        }
    }

    @Test
    void bookmarksAreKeptWithTheData() {
        TopicPartition links = new TopicPartition("links", 3);
        TopicPartition keys = new TopicPartition("keys", 300);
        try (ProjectionStore store = stores.open(folder)) {
            ProjectionBatch batch = store.newBatch();
            batch.put(key("ws_1", 1), "kept".getBytes(UTF_8));
            store.write(
                    batch, Map.of(links, new AppliedOffset(7, 2, 41), keys, AppliedOffset.at(1)));
        }
        try (ProjectionStore store = stores.open(folder)) {
            assertThat(new StoreMetadata(store).bookmarks())
                    .isEqualTo(
                            Map.of(links, new AppliedOffset(7, 2, 41), keys, AppliedOffset.at(1)));
            assertThat(store.get(key("ws_1", 1))).isEqualTo("kept".getBytes(UTF_8));
        }
    }

    @Test
    void aWriteThatFailsHalfWayLeavesNothing() {
        TopicPartition first = new TopicPartition("links", 0);
        Map<TopicPartition, AppliedOffset> failing =
                new AbstractMap<>() {
                    @Override
                    public Set<Entry<TopicPartition, AppliedOffset>> entrySet() {
                        return new AbstractSet<>() {
                            @Override
                            public Iterator<Entry<TopicPartition, AppliedOffset>> iterator() {
                                return Stream.iterate(
                                                Map.entry(first, AppliedOffset.at(1)),
                                                entry -> {
                                                    throw new IllegalStateException("half way");
                                                })
                                        .iterator();
                            }

                            @Override
                            public int size() {
                                return 2;
                            }
                        };
                    }
                };
        try (ProjectionStore store = stores.open(folder)) {
            ProjectionBatch batch = store.newBatch();
            batch.put(key("ws_1", 1), "half".getBytes(UTF_8));

            assertThatThrownBy(() -> store.write(batch, failing))
                    .isInstanceOf(IllegalStateException.class);

            assertThat(store.get(key("ws_1", 1))).isNull();
            assertThat(new StoreMetadata(store).bookmarks()).isEmpty();
        }
    }

    @Test
    void noIteratorStaysOpen() {
        try (ProjectionStore store = stores.open(folder)) {
            put(store, key("ws_1", 1), "first");

            var _ = store.scan(prefix("ws_1"), null, 1);

            assertThat(store.openIterators()).isZero();
        }
        ProjectionStore closed = stores.open(folder);
        closed.close();
        assertThatThrownBy(() -> closed.scan(prefix("ws_1"), null, 1))
                .isInstanceOf(ProjectionStoreException.class);
        assertThat(closed.openIterators()).isZero();
    }

    @Test
    void aClosedStoreRefusesReadsAndClosesTwice() {
        ProjectionStore store = stores.open(folder);
        store.close();
        store.close();

        assertThatThrownBy(() -> store.get(key("ws_1", 1)))
                .isInstanceOf(ProjectionStoreException.class)
                .hasMessageContaining("not open");
        assertThatThrownBy(store::reopen).isInstanceOf(ProjectionStoreException.class);
    }

    @Test
    void anErasedStoreIsEmpty() {
        try (ProjectionStore store = stores.open(folder)) {
            put(store, key("ws_1", 1), "gone");

            store.erase();

            assertThat(store.get(key("ws_1", 1))).isNull();
            put(store, key("ws_1", 2), "new");
            assertThat(store.get(key("ws_1", 2))).isNotNull();
        }
    }
}
