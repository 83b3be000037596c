package io.postrider.platform.views;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/**
 * The writes of one poll, held in memory until they are written as one. Reads see the writes before them, and however
 * often a key is written, the store is written once. For one thread; arrays handed over must not be changed afterwards.
 */
public final class ProjectionBatch {

    private static final int LAST_TABLE = 0xFE;

    private final ProjectionStore store;
    private final Map<Bytes, Pending> pending = new HashMap<>();

    /** Cached values of the store, which has no other writer. */
    private final Map<Bytes, Optional<byte[]>> read = new HashMap<>();

    private final Deque<Change> changes = new ArrayDeque<>();
    private final List<Runnable> afterWrite = new ArrayList<>();
    private int markedActions;
    private @Nullable ProjectionStoreException failure;

    /** Sets the value of a key; null deletes it. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Pending(byte @Nullable [] value) {}

    /** The pending value of a key before the change; null for none. */
    private record Change(Bytes key, @Nullable Pending before) {}

    ProjectionBatch(ProjectionStore store) {
        this.store = store;
    }

    /** The value of a key as it will be after the writes so far, or null. */
    public byte @Nullable [] get(byte[] key) {
        return get(wrapped(key));
    }

    private byte @Nullable [] get(Bytes key) {
        Pending found = pending.get(key);
        if (found != null) {
            return found.value();
        }
        Optional<byte[]> known = read.get(key);
        if (known != null) {
            return known.orElse(null);
        }
        try {
            byte[] value = store.get(key.get());
            read.put(key, Optional.ofNullable(value));
            return value;
        } catch (ProjectionStoreException e) {
            failure = e;
            throw e;
        }
    }

    /** Sets a key. */
    public void put(byte[] key, byte[] value) {
        change(wrapped(key), new Pending(value));
    }

    /** Removes a key, if it is there. */
    public void delete(byte[] key) {
        change(wrapped(key), new Pending(null));
    }

    /** Adds to a counter of 8 bytes, which starts at 0, and answers its new value. */
    public long add(byte[] key, long delta) {
        Bytes wrapped = wrapped(key);
        byte[] value = get(wrapped);
        if (value != null && value.length != Long.BYTES) {
            throw new IllegalStateException("Counter has " + value.length + " bytes");
        }
        long sum = Math.addExact(value == null ? 0 : ByteBuffer.wrap(value).getLong(), delta);
        change(wrapped, new Pending(ByteBuffer.allocate(Long.BYTES).putLong(sum).array()));
        return sum;
    }

    /** Runs an action once the batch is in the store and before waiting reads go on, to renew a cache for example. */
    public void afterWrite(Runnable action) {
        afterWrite.add(action);
    }

    private void change(Bytes key, Pending next) {
        changes.push(new Change(key, pending.put(key, next)));
    }

    /** Begins the changes that {@link #rollback} undoes. */
    void mark() {
        changes.clear();
        markedActions = afterWrite.size();
    }

    /** Undoes everything since the mark. */
    void rollback() {
        while (!changes.isEmpty()) {
            Change change = changes.pop();
            Pending before = change.before();
            if (before == null) {
                pending.remove(change.key());
            } else {
                pending.put(change.key(), before);
            }
        }
        afterWrite.subList(markedActions, afterWrite.size()).clear();
    }

    /** Changes the actions since the mark. */
    void replaceMarkedActions(UnaryOperator<Runnable> change) {
        afterWrite.subList(markedActions, afterWrite.size()).replaceAll(change);
    }

    /** Throws the store's exception, even if the view ignored it. */
    public void requireIntact() {
        if (failure != null) {
            throw failure;
        }
    }

    void writeTo(WriteBatch writes) throws RocksDBException {
        for (var entry : pending.entrySet()) {
            byte[] value = entry.getValue().value();
            if (value == null) {
                writes.delete(entry.getKey().get());
            } else {
                writes.put(entry.getKey().get(), value);
            }
        }
    }

    List<Runnable> actions() {
        return afterWrite;
    }

    private static Bytes wrapped(byte[] key) {
        requireTable(key);
        return Bytes.wrap(key);
    }

    static void requireTable(byte[] key) {
        if (key.length == 0 || key[0] == 0 || Byte.toUnsignedInt(key[0]) > LAST_TABLE) {
            throw new IllegalArgumentException(
                    "Key is not in a view's table: " + (key.length == 0 ? "empty" : key[0]));
        }
    }
}
