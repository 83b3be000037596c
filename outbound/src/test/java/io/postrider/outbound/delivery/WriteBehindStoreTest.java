package io.postrider.outbound.delivery;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.junit.jupiter.api.Test;

class WriteBehindStoreTest {

    private static final int RUNS = 200;
    private static final int STEPS = 400;

    private final TornStore below = new TornStore("below");

    @Test
    void anEntryThatComesAndGoesBetweenTwoCommitsIsNotWritten() {
        WriteBehindStore store = new WriteBehindStore(below, 1_000_000, key(99));

        store.put(key(1), value(1));
        store.put(key(1), value(2));
        store.delete(key(1));
        store.flushCache();

        assertThat(below.writes()).isZero();
    }

    @Test
    void anEntryThatWasCommittedIsDeletedBelow() {
        WriteBehindStore store = new WriteBehindStore(below, 1_000_000, key(99));
        store.put(key(1), value(1));
        store.flushCache();

        store.put(key(1), value(2));
        store.delete(key(1));
        store.flushCache();

        assertThat(below.get(key(1))).isNull();
        assertThat(below.writes()).isEqualTo(2);
    }

    @Test
    void aCrashWithinAFlushLosesDeletionsBeforePutsAndTheLastKeyBeforeAll() {
        WriteBehindStore store = new WriteBehindStore(below, 1_000_000, key(2));
        store.put(key(1), value(1));
        store.put(key(3), value(1));
        store.flushCache();
        below.commitAll();

        store.put(key(2), value(2));
        store.delete(key(1));
        store.put(key(4), value(2));
        store.delete(key(3));
        store.flushCache();

        assertThat(below.uncommittedKeys()).containsExactly(key(4), key(1), key(3), key(2));
    }

    @Test
    void whatIsHeldIsBounded() {
        WriteBehindStore store = new WriteBehindStore(below, 10_000, key(99));

        for (int n = 0; n < 100; n++) {
            store.put(key(n), new byte[1_000]);
        }

        assertThat(below.writes()).isBetween(90, 100);
    }

    @Test
    void whatIsReadIsWhatWasWrittenCommittedOrNot() {
        for (int seed = 0; seed < RUNS; seed++) {
            Random random = new Random(seed);
            TornStore torn = new TornStore("below");
            WriteBehindStore store = new WriteBehindStore(torn, 2_000, key(99));
            NavigableMap<Bytes, byte[]> model = new TreeMap<>();
            for (int step = 0; step < STEPS; step++) {
                Bytes key = key(random.nextInt(30));
                switch (random.nextInt(6)) {
                    case 0, 1 -> {
                        store.put(key, value(step));
                        model.put(key, value(step));
                    }
                    case 2 -> assertThat(store.delete(key)).isEqualTo(model.remove(key));
                    case 3 -> assertThat(store.get(key)).isEqualTo(model.get(key));
                    case 4 -> {
                        Bytes to = key(30);
                        assertThat(read(store.range(key, to)))
                                .as("seed %d, step %d", seed, step)
                                .isEqualTo(texts(model.subMap(key, true, to, true)));
                    }
                    default -> {
                        if (random.nextInt(10) == 0) {
                            store.flushCache();
                        }
                    }
                }
            }
            assertThat(read(store.all())).isEqualTo(texts(model));
            store.flushCache();
            assertThat(read(torn.all())).isEqualTo(texts(model));
        }
    }

    private static List<String> read(KeyValueIterator<Bytes, byte[]> entries) {
        List<String> read = new ArrayList<>();
        try (entries) {
            while (entries.hasNext()) {
                Bytes peeked = entries.peekNextKey();
                KeyValue<Bytes, byte[]> entry = entries.next();
                assertThat(entry.key).isEqualTo(peeked);
                read.add(text(entry.key, entry.value));
            }
        }
        return read;
    }

    private static List<String> texts(Map<Bytes, byte[]> entries) {
        return entries.entrySet().stream()
                .map(entry -> text(entry.getKey(), entry.getValue()))
                .toList();
    }

    private static String text(Bytes key, byte[] value) {
        return key + "=" + new String(value, US_ASCII);
    }

    private static Bytes key(int n) {
        return Bytes.wrap("%03d".formatted(n).getBytes(US_ASCII));
    }

    private static byte[] value(int n) {
        return Integer.toString(n).getBytes(US_ASCII);
    }
}
