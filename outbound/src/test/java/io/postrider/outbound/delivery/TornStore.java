package io.postrider.outbound.delivery;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** A store that loses its last writes in a crash, any number of those since the last commit. */
final class TornStore implements KeyValueStore<Bytes, byte[]> {

    private final String name;
    private final List<KeyValue<Bytes, byte @Nullable []>> uncommitted = new ArrayList<>();
    private NavigableMap<Bytes, byte[]> committed = new TreeMap<>();
    private NavigableMap<Bytes, byte[]> now = new TreeMap<>();
    private final NavigableSet<Bytes> deleted = new TreeSet<>();
    private int ranges;
    private int passed;

    TornStore(String name) {
        this.name = name;
    }

    void commitAll() {
        committed = new TreeMap<>(now);
        uncommitted.clear();
    }

    /** Loses writes; true if there were some to lose and some of them are lost. */
    boolean crash(Random random) {
        int kept = random.nextInt(uncommitted.size() + 1);
        boolean torn = kept < uncommitted.size();
        now = new TreeMap<>(committed);
        uncommitted.subList(0, kept).forEach(write -> apply(write.key, write.value));
        commitAll();
        return torn;
    }

    boolean isEmpty() {
        return now.isEmpty();
    }

    /** How many deleted keys readers in order have passed, which RocksDB keeps as tombstones until it compacts. */
    int passed() {
        return passed;
    }

    /** How many writes a crash may lose. */
    int writes() {
        return uncommitted.size();
    }

    /** The keys of those writes, in their order. */
    List<Bytes> uncommittedKeys() {
        return uncommitted.stream().map(write -> write.key).toList();
    }

    /** How often it was read in order. */
    int ranges() {
        return ranges;
    }

    private void apply(Bytes key, byte @Nullable [] value) {
        if (value == null) {
            now.remove(key);
            deleted.add(key);
        } else {
            now.put(key, value);
        }
    }

    @Override
    public void put(Bytes key, byte @Nullable [] value) {
        uncommitted.add(new KeyValue<>(key, value));
        apply(key, value);
    }

    @Override
    public byte @Nullable [] get(Bytes key) {
        return now.get(key);
    }

    @Override
    public byte @Nullable [] delete(Bytes key) {
        byte[] before = now.get(key);
        put(key, null);
        return before;
    }

    @Override
    public byte @Nullable [] putIfAbsent(Bytes key, byte[] value) {
        byte[] before = now.get(key);
        if (before == null) {
            put(key, value);
        }
        return before;
    }

    @Override
    public void putAll(List<KeyValue<Bytes, byte[]>> entries) {
        entries.forEach(entry -> put(entry.key, entry.value));
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> range(@Nullable Bytes from, @Nullable Bytes to) {
        ranges++;
        NavigableMap<Bytes, byte[]> found = now;
        if (from != null) {
            found = found.tailMap(from, true);
        }
        if (to != null) {
            found = found.headMap(to, true);
        }
        if (from != null && !found.isEmpty()) {
            passed += deleted.subSet(from, true, found.firstKey(), true).size();
        }
        return new Snapshot(new TreeMap<>(found));
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> all() {
        return range(null, null);
    }

    @Override
    public long approximateNumEntries() {
        return now.size();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        throw new UnsupportedOperationException("never restored");
    }

    @Override
    public void flush() {
        // Nothing is buffered.
    }

    @Override
    public void close() {
        // Nothing is held.
    }

    @Override
    public boolean persistent() {
        return false;
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    private static final class Snapshot implements KeyValueIterator<Bytes, byte[]> {

        private final Deque<Map.Entry<Bytes, byte[]>> entries;

        private Snapshot(NavigableMap<Bytes, byte[]> found) {
            entries = new ArrayDeque<>(found.entrySet());
        }

        @Override
        public boolean hasNext() {
            return !entries.isEmpty();
        }

        @Override
        public KeyValue<Bytes, byte[]> next() {
            Map.Entry<Bytes, byte[]> entry = entries.removeFirst();
            return new KeyValue<>(entry.getKey(), entry.getValue());
        }

        @Override
        public Bytes peekNextKey() {
            return entries.getFirst().getKey();
        }

        @Override
        public void close() {
            entries.clear();
        }
    }
}
