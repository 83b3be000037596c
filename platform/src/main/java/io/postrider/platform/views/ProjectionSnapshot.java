package io.postrider.platform.views;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.Snapshot;

/** A consistent state of a store for several reads. It ends with the read. */
public final class ProjectionSnapshot {

    private final RocksDB db;
    private final Snapshot snapshot;
    private final ReadOptions options;
    private final List<AutoCloseable> open = new ArrayList<>();

    ProjectionSnapshot(RocksDB db) {
        this.db = db;
        this.snapshot = db.getSnapshot();
        this.options = new ReadOptions().setSnapshot(snapshot);
    }

    /** The value of a key, or null. */
    public byte @Nullable [] get(byte[] key) {
        try {
            return db.get(options, key);
        } catch (RocksDBException e) {
            throw new SnapshotReadException(e);
        }
    }

    /** The keys that begin with a prefix, in their order. */
    public ProjectionRange range(byte[] prefix) {
        Slice bound = new Slice(PrefixRange.of(prefix, null).end());
        open.add(bound);
        ReadOptions bounded = new ReadOptions().setSnapshot(snapshot).setIterateUpperBound(bound);
        open.add(bounded);
        RocksIterator iterator = db.newIterator(bounded);
        open.add(iterator);
        return new ProjectionRange(prefix, iterator);
    }

    /** A failure of the database within a read; the store names its folder. */
    static final class SnapshotReadException extends RuntimeException {

        private final RocksDBException failure;

        SnapshotReadException(RocksDBException failure) {
            super(failure);
            this.failure = failure;
        }

        RocksDBException failure() {
            return failure;
        }
    }

    void close() {
        for (AutoCloseable handle : open.reversed()) {
            try {
                handle.close();
            } catch (Exception e) {
                throw new IllegalStateException("A native handle cannot be closed", e);
            }
        }
        options.close();
        db.releaseSnapshot(snapshot);
    }
}
