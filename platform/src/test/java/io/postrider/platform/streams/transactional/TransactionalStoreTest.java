package io.postrider.platform.streams.transactional;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.platform.views.ProjectionMemory;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.internals.RecordBatchingStateRestoreCallback;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.internals.OffsetCheckpoint;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TransactionalStoreTest {

    private static final TopicPartition CHANGELOG = TestStoreContext.CHANGELOG;
    private static final Instant NOW = Instant.parse("2026-11-23T12:00:00Z");

    private final ProjectionMemory memory = new ProjectionMemory(4 << 20, 512 << 10);
    private Instant now = NOW;
    private @Nullable RecordBatchingStateRestoreCallback restore;

    @TempDir Path folder;
    private TransactionalStores stores;

    @BeforeEach
    void prepare() {
        stores = newStores();
    }

    @AfterEach
    void release() {
        memory.close();
    }

    @Test
    void anOpenTransactionIsReadButNotKept() throws Exception {
        TransactionalStore store = opened();
        store.put(key(1), value(1));
        stores.committed(Map.of(CHANGELOG, 7L));
        store.put(key(1), value(2));
        store.put(key(2), value(2));
        store.delete(key(1));

        assertThat(store.get(key(1))).isNull();
        assertThat(store.get(key(2))).isEqualTo(value(2));
        store.close();

        TransactionalStore again = opened();
        assertThat(again.get(key(1))).isEqualTo(value(1));
        assertThat(again.get(key(2))).isNull();
        assertThat(checkpoint()).containsExactly(Map.entry(CHANGELOG, 7L));
        again.close();
    }

    @Test
    void aNewStoreNamesNoOffset() throws Exception {
        TransactionalStore store = opened();

        assertThat(checkpoint()).isEmpty();
        store.close();
    }

    /** Kafka Streams writes one for a standby; the file of the store may be behind it after a crash. */
    @Test
    void theOffsetOfTheFileReplacesAnotherCheckpoint() throws Exception {
        Files.createDirectories(folder.resolve("task"));
        TopicPartition other = new TopicPartition("app-other-changelog", 3);
        new OffsetCheckpoint(checkpointFile()).write(Map.of(CHANGELOG, 99L, other, 5L));

        TransactionalStore store = opened();

        assertThat(checkpoint()).containsExactly(Map.entry(other, 5L));
        store.close();
    }

    @Test
    void aStoreIsRestoredUpToTheOffsetThatItThenNames() throws Exception {
        TransactionalStore store = opened();
        restored(List.of(record(4, 1, value(1)), record(5, 2, value(2)), record(8, 1, null)));
        store.close();

        TransactionalStore again = opened();
        assertThat(again.get(key(1))).isNull();
        assertThat(again.get(key(2))).isEqualTo(value(2));
        assertThat(checkpoint()).containsExactly(Map.entry(CHANGELOG, 8L));
        again.close();
    }

    @Test
    void aChangelogRecordThatIsNoneOfAStoreChangesNothing() throws Exception {
        TransactionalStore store = opened();
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            records.add(
                    i == 42
                            ? new ConsumerRecord<>(CHANGELOG.topic(), 3, i, null, new byte[] {1})
                            : record(i, i, value(i)));
        }

        restored(records);

        assertThat(entries(store.all())).hasSize(99);
        store.close();
    }

    @Test
    void aStateKnowsTheTopicThatItIsOf() {
        try (CommittedState state =
                new CommittedState(folder.resolve("state"), memory, (InstantSource) () -> now)) {
            Uuid topic = Uuid.randomUuid();
            assertThat(state.isOf(topic)).as("a state of an earlier release").isTrue();

            state.setTopic(topic);

            assertThat(state.isOf(topic)).isTrue();
            assertThat(state.isOf(Uuid.randomUuid())).isFalse();
        }
    }

    @Test
    void aStoreWhoseOffsetIsNotInItsChangelogStartsEmpty() throws Exception {
        commitOne();

        stores.outOfRange(List.of(CHANGELOG));

        TransactionalStore again = opened();
        assertThat(again.get(key(1))).isNull();
        assertThat(checkpoint()).isEmpty();
        again.close();
    }

    @Test
    void aStoreAheadOfItsChangelogStartsEmpty() throws Exception {
        TransactionalStore store = opened();
        store.put(key(1), value(1));
        stores.committed(Map.of(CHANGELOG, 7L));

        assertThatThrownBy(() -> stores.onRestoreStart(CHANGELOG, "kept", 8, 6))
                .isInstanceOf(IllegalStateException.class);
        store.close();

        TransactionalStore again = opened();
        assertThat(again.get(key(1))).isNull();
        again.close();
    }

    /** By then compaction may have removed deletions that the store has not seen. */
    @Test
    void aStoreThatWasNotWrittenForDaysStartsEmpty() throws Exception {
        commitOne();

        now = NOW.plus(TransactionalStores.DELETIONS_KEPT.minus(Duration.ofHours(1)));
        stores = newStores();

        TransactionalStore again = opened();
        assertThat(again.get(key(1))).isNull();
        again.close();
    }

    @Test
    void aClosedStoreRefusesToBeRead() throws Exception {
        TransactionalStore store = opened();
        store.close();

        assertThat(store.isOpen()).isFalse();
        assertThatThrownBy(() -> store.get(key(1))).hasMessageContaining("closed");
    }

    @Test
    void readsAreThoseOfASortedMapWhateverIsCommitted() throws Exception {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        TreeMap<Bytes, byte[]> current = new TreeMap<>();
        TreeMap<Bytes, byte[]> committed = new TreeMap<>();
        TransactionalStore store = opened();
        for (int step = 0; step < 20_000; step++) {
            int number = random.nextInt(500);
            switch (random.nextInt(20)) {
                case 0 -> {
                    stores.committed(Map.of(CHANGELOG, (long) step));
                    committed = new TreeMap<>(current);
                }
                case 1 -> {
                    if (random.nextInt(20) == 0) {
                        store.close();
                        store = opened();
                        current = new TreeMap<>(committed);
                    }
                }
                case 2, 3, 4, 5 -> {
                    store.delete(key(number));
                    current.remove(key(number));
                }
                case 6 ->
                        assertThat(store.get(key(number)))
                                .as("seed %d", seed)
                                .isEqualTo(current.get(key(number)));
                case 7 -> {
                    Bytes to = key(number + random.nextInt(300));
                    assertThat(entries(store.range(key(number), to)))
                            .as("seed %d", seed)
                            .isEqualTo(entries(current.subMap(key(number), true, to, true)));
                }
                default -> {
                    byte[] value = value(random.nextInt());
                    store.put(key(number), value);
                    current.put(key(number), value);
                }
            }
        }
        assertThat(entries(store.all())).as("seed %d", seed).isEqualTo(entries(current));
        store.close();
    }

    private void commitOne() throws IOException {
        TransactionalStore store = opened();
        store.put(key(1), value(1));
        stores.committed(Map.of(CHANGELOG, 7L));
        store.close();
    }

    private TransactionalStores newStores() {
        return new TransactionalStores(folder.resolve("stores"), memory, (InstantSource) () -> now);
    }

    private TransactionalStore opened() throws IOException {
        Files.createDirectories(folder.resolve("task"));
        TransactionalStore store = new TransactionalStore("kept", stores);
        TestStoreContext context = new TestStoreContext(folder.resolve("task"));
        store.init(context.get(), store);
        restore = context.restore();
        return store;
    }

    private void restored(List<ConsumerRecord<byte[], byte[]>> records) {
        requireNonNull(restore).restoreBatch(records);
    }

    private static ConsumerRecord<byte[], byte[]> record(
            long offset, int key, byte @Nullable [] value) {
        return new ConsumerRecord<>(
                CHANGELOG.topic(), CHANGELOG.partition(), offset, key(key).get(), value);
    }

    private Map<TopicPartition, Long> checkpoint() throws IOException {
        return new OffsetCheckpoint(checkpointFile()).read();
    }

    private File checkpointFile() {
        return folder.resolve("task").resolve(".checkpoint").toFile();
    }

    private static Bytes key(int number) {
        return Bytes.wrap(
                new byte[] {(byte) (number >>> 7), (byte) (number >>> 1), (byte) (number & 1)});
    }

    private static byte[] value(int number) {
        return Integer.toString(number).getBytes(StandardCharsets.UTF_8);
    }

    private static List<String> entries(Map<Bytes, byte[]> map) {
        List<String> found = new ArrayList<>();
        map.forEach((key, value) -> found.add(key + "=" + Bytes.wrap(value)));
        return found;
    }

    private static List<String> entries(KeyValueIterator<Bytes, byte[]> iterator) {
        List<String> found = new ArrayList<>();
        try (iterator) {
            while (iterator.hasNext()) {
                KeyValue<Bytes, byte[]> entry = iterator.next();
                found.add(entry.key + "=" + Bytes.wrap(entry.value));
            }
        }
        return found;
    }
}
