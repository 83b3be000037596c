package io.postrider.outbound.delivery;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.internals.WrappedStateStore;
import org.jspecify.annotations.Nullable;

/**
 * A store that holds writes in memory until the next commit. An entry that is put and deleted between two commits reaches neither
 * the disk nor the changelog; the record cache of Kafka Streams would write its deletion.
 */
final class WriteBehindStore extends WrappedStateStore<KeyValueStore<Bytes, byte[]>, Bytes, byte[]>
        implements KeyValueStore<Bytes, byte[]> {

    /** What an entry takes beside its key and value, approximately. */
    private static final long ENTRY_BYTES = 150;

    private final NavigableMap<Bytes, Write> written = new TreeMap<>();
    private final long bytesMax;
    private final Bytes last;
    private long bytes;

    /**
     * A write that is not committed.
     *
     * @param value empty for a deletion
     * @param isNew whether the store below has no such entry
     */
    record Write(Optional<byte[]> value, boolean isNew) {}

    /**
     * Creates a store that holds nothing yet.
     *
     * @param bytesMax what is held at most; more is written before the commit
     * @param last the key that is written behind all others, because its value says how far they are
     */
    WriteBehindStore(KeyValueStore<Bytes, byte[]> wrapped, long bytesMax, Bytes last) {
        super(wrapped);
        this.bytesMax = bytesMax;
        this.last = last;
    }

    @Override
    public byte @Nullable [] get(Bytes key) {
        Write write = written.get(key);
        return write == null ? wrapped().get(key) : write.value().orElse(null);
    }

    @Override
    public void put(Bytes key, byte @Nullable [] value) {
        if (value == null) {
            var _ = delete(key);
            return;
        }
        Write before = written.get(key);
        hold(
                key,
                new Write(
                        Optional.of(value),
                        before == null ? wrapped().get(key) == null : before.isNew()));
    }

    @Override
    public byte @Nullable [] delete(Bytes key) {
        byte[] value = get(key);
        Write before = written.get(key);
        if (before != null && before.isNew()) {
            bytes -= size(key, requireNonNull(written.remove(key)));
        } else if (value != null) {
            hold(key, new Write(Optional.empty(), false));
        }
        return value;
    }

    private void hold(Bytes key, Write write) {
        Write before = written.put(key, write);
        bytes += size(key, write) - (before == null ? 0 : size(key, before));
        if (bytes > bytesMax) {
            flushCache();
        }
    }

    private static long size(Bytes key, Write write) {
        return ENTRY_BYTES + key.get().length + write.value().map(value -> value.length).orElse(0);
    }

    @Override
    public byte @Nullable [] putIfAbsent(Bytes key, byte[] value) {
        byte[] present = get(key);
        if (present == null) {
            put(key, value);
        }
        return present;
    }

    @Override
    public void putAll(List<KeyValue<Bytes, byte[]>> entries) {
        entries.forEach(entry -> put(entry.key, entry.value));
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> range(Bytes from, Bytes to) {
        return new WriteBehindIterator(
                wrapped().range(from, to), written.subMap(from, true, to, true));
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> all() {
        return new WriteBehindIterator(wrapped().all(), written);
    }

    @Override
    public long approximateNumEntries() {
        return wrapped().approximateNumEntries() + written.size();
    }

    /**
     * Writes what is held; Kafka Streams calls it before each commit. A crash in between keeps the writes before it: those that
     * put come first, in the order of their keys, so that it loses no entry that was moved to another key.
     */
    @Override
    public void flushCache() {
        Write behindAll = written.remove(last);
        written.forEach((key, write) -> write(key, write, true));
        written.forEach((key, write) -> write(key, write, false));
        if (behindAll != null) {
            wrapped().put(last, behindAll.value().orElse(null));
        }
        clearCache();
    }

    private void write(Bytes key, Write write, boolean puts) {
        if (puts == write.value().isPresent()) {
            wrapped().put(key, write.value().orElse(null));
        }
    }

    /** Discards what is held; Kafka Streams calls it for a task whose state is lost. */
    @Override
    public void clearCache() {
        written.clear();
        bytes = 0;
    }

    @Override
    public void flush() {
        flushCache();
        wrapped().flush();
    }
}
