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
 * A store that buffers uncommitted writes in memory. An entry that is put and deleted between two commits reaches neither the
 * disk nor the changelog, and neither does the deletion of a missing key; the record cache of Kafka Streams writes a tombstone for
 * both.
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
     * Creates a store with an empty buffer.
     *
     * @param bytesMax maximum size of the buffer in bytes; the buffer is flushed before the commit when it exceeds this size
     * @param last key that is written after all others, because its value is the position of the others
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
        Write before = written.get(key);
        byte[] value = before == null ? wrapped().get(key) : before.value().orElse(null);
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
     * Writes the buffer to the store below. Kafka Streams calls this method before each commit. Puts are written first, in the
     * order of their keys, and deletions after them, so that a crash during the flush loses no entry that moved to another key.
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

    /** Discards the buffer. Kafka Streams calls this method for a task whose state is corrupted. */
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
