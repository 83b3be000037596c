package io.postrider.outbound.delivery;

import io.postrider.outbound.delivery.WriteBehindStore.Write;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NoSuchElementException;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;

/** The entries of a {@link WriteBehindStore} in the order of their keys; the store must not be written meanwhile. */
final class WriteBehindIterator implements KeyValueIterator<Bytes, byte[]> {

    private final KeyValueIterator<Bytes, byte[]> stored;
    private final Iterator<Map.Entry<Bytes, Write>> written;
    private Map.@Nullable Entry<Bytes, Write> write;
    private @Nullable KeyValue<Bytes, byte[]> next;

    WriteBehindIterator(
            KeyValueIterator<Bytes, byte[]> stored, NavigableMap<Bytes, Write> written) {
        this.stored = stored;
        this.written = written.entrySet().iterator();
        this.write = nextWrite();
    }

    private Map.@Nullable Entry<Bytes, Write> nextWrite() {
        return written.hasNext() ? written.next() : null;
    }

    @Override
    public boolean hasNext() {
        while (next == null && (write != null || stored.hasNext())) {
            advance();
        }
        return next != null;
    }

    /** A write comes in place of the stored entry with its key, and a deletion in place of both. */
    private void advance() {
        int order = 0;
        if (write == null || !stored.hasNext()) {
            order = write == null ? 1 : -1;
        } else {
            order = write.getKey().compareTo(stored.peekNextKey());
        }
        if (order > 0) {
            next = stored.next();
            return;
        }
        if (order == 0) {
            stored.next();
        }
        if (write != null) {
            Bytes key = write.getKey();
            next = write.getValue().value().map(value -> KeyValue.pair(key, value)).orElse(null);
        }
        write = nextWrite();
    }

    @Override
    public KeyValue<Bytes, byte[]> next() {
        KeyValue<Bytes, byte[]> entry = peek();
        next = null;
        return entry;
    }

    @Override
    public Bytes peekNextKey() {
        return peek().key;
    }

    private KeyValue<Bytes, byte[]> peek() {
        if (!hasNext() || next == null) {
            throw new NoSuchElementException();
        }
        return next;
    }

    @Override
    public void close() {
        stored.close();
    }
}
