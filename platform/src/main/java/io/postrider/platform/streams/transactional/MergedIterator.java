package io.postrider.platform.streams.transactional;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.NavigableMap;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a store in the order of their keys: those on disk as the open transaction has changed them. They are read
 * in pages, so that no native iterator stays open.
 */
final class MergedIterator implements KeyValueIterator<Bytes, byte[]> {

    private static final int PAGE = 64;

    private final CommittedState committed;
    private final NavigableMap<Bytes, Optional<byte[]>> uncommitted;
    private final @Nullable Bytes to;
    private final Deque<KeyValue<Bytes, byte[]>> page = new ArrayDeque<>();
    private @Nullable Bytes from;
    private boolean lastPage;

    MergedIterator(
            CommittedState committed,
            NavigableMap<Bytes, Optional<byte[]>> uncommitted,
            @Nullable Bytes from,
            @Nullable Bytes to) {
        this.committed = committed;
        this.uncommitted = uncommitted;
        this.from = from;
        this.to = to;
        this.lastPage = from != null && to != null && from.compareTo(to) > 0;
    }

    @Override
    public boolean hasNext() {
        while (page.isEmpty() && !lastPage) {
            readPage();
        }
        return !page.isEmpty();
    }

    @Override
    public KeyValue<Bytes, byte[]> next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return page.removeFirst();
    }

    @Override
    public Bytes peekNextKey() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return page.getFirst().key;
    }

    @Override
    public void close() {
        page.clear();
        lastPage = true;
    }

    private void readPage() {
        // Memory before disk: an entry that moves in between is seen in both places, not in none.
        TreeMap<Bytes, Optional<byte[]>> written = new TreeMap<>(written());
        List<KeyValue<Bytes, byte[]>> stored = committed.page(from, to, PAGE);
        lastPage = stored.size() < PAGE;
        Bytes last = lastPage ? null : stored.getLast().key;
        TreeMap<Bytes, Optional<byte[]>> merged = new TreeMap<>();
        stored.forEach(entry -> merged.put(entry.key, Optional.of(entry.value)));
        merged.putAll(last == null ? written : written.headMap(last, true));
        merged.forEach(
                (key, value) -> value.ifPresent(present -> page.add(KeyValue.pair(key, present))));
        if (last != null) {
            from = after(last);
            lastPage = to != null && from.compareTo(to) > 0;
        }
    }

    private NavigableMap<Bytes, Optional<byte[]>> written() {
        NavigableMap<Bytes, Optional<byte[]>> rest =
                from == null ? uncommitted : uncommitted.tailMap(from, true);
        return to == null ? rest : rest.headMap(to, true);
    }

    /** The next possible key. */
    private static Bytes after(Bytes key) {
        byte[] longer = new byte[key.get().length + 1];
        System.arraycopy(key.get(), 0, longer, 0, key.get().length);
        return Bytes.wrap(longer);
    }
}
