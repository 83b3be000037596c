package io.postrider.platform.views;

import io.postrider.platform.views.ProjectionStoreException.Remedy;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * The key-value store of one or more views, and of how far they have applied the log. Any thread may read; only the
 * {@link ProjectionRunner} writes. The first byte of a key is its table: 0x01 to 0xFE for views, 0x00 for the engine.
 */
public final class ProjectionStore implements AutoCloseable {

    /** The most entries of one page. */
    public static final int LARGEST_PAGE = 1_000;

    private final RocksFolder folder;
    private final WriteOptions writeOptions =
            new WriteOptions().setSync(false).setDisableWAL(false);
    // A native call on a closed database ends the process, so every call holds the read lock.
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private final AtomicInteger openIterators = new AtomicInteger();
    private boolean closed;
    private @Nullable RocksDB db;
    private volatile @Nullable ProjectionStoreException damage;

    private ProjectionStore(RocksFolder folder) {
        this.folder = folder;
        this.db = folder.open();
    }

    /**
     * Opens a store, or creates it; a damaged one is put aside and starts empty.
     *
     * @param path the folder, which only one process may have open
     * @param memory the budget, to be closed after the store
     * @param maxOpenFiles the most files held open
     */
    public static ProjectionStore open(Path path, ProjectionMemory memory, int maxOpenFiles) {
        RocksFolder folder = new RocksFolder(path, memory, maxOpenFiles);
        try {
            return new ProjectionStore(folder);
        } catch (RuntimeException e) {
            folder.close();
            throw e;
        }
    }

    /** The value of a key, or null. */
    public byte @Nullable [] get(byte[] key) {
        lock.readLock().lock();
        try {
            return database().get(key);
        } catch (RocksDBException e) {
            throw noted("cannot be read", e);
        } finally {
            lock.readLock().unlock();
        }
    }

    /** The value of a counter that {@link ProjectionBatch#add} keeps; 0 if there is none. */
    public long counter(byte[] key) {
        byte[] value = get(key);
        return value == null ? 0 : ByteBuffer.wrap(value).getLong();
    }

    /**
     * Reads forward within a prefix, and never leaves it whatever {@code after} is.
     *
     * @param prefix the table and whatever the keys have in common
     * @param after the last key of the page before, or null for the first page
     * @param limit 1 to {@value #LARGEST_PAGE}
     */
    public ProjectionPage scan(byte[] prefix, byte @Nullable [] after, int limit) {
        if (limit < 1 || limit > LARGEST_PAGE) {
            throw new IllegalArgumentException("Limit is not 1 to " + LARGEST_PAGE + ": " + limit);
        }
        ProjectionBatch.requireTable(prefix);
        return range(prefix, after, limit);
    }

    /**
     * Reads one state of the store.
     *
     * @param read must not keep the snapshot
     */
    public <R> R read(Function<ProjectionSnapshot, R> read) {
        lock.readLock().lock();
        openIterators.incrementAndGet();
        try {
            ProjectionSnapshot snapshot = new ProjectionSnapshot(database());
            try {
                return read.apply(snapshot);
            } finally {
                snapshot.close();
            }
        } catch (ProjectionSnapshot.SnapshotReadException e) {
            throw noted("cannot be read", e.failure());
        } finally {
            openIterators.decrementAndGet();
            lock.readLock().unlock();
        }
    }

    /** A batch that reads through to this store. */
    public ProjectionBatch newBatch() {
        return new ProjectionBatch(this);
    }

    /** Iterators that are open now, which is 0 unless a scan is under way. */
    public int openIterators() {
        return openIterators.get();
    }

    /** Waits for reads under way, then closes; later reads fail. */
    @Override
    public void close() {
        lock.writeLock().lock();
        try {
            if (!closed) {
                closed = true;
                shut();
                writeOptions.close();
                folder.close();
            }
        } finally {
            lock.writeLock().unlock();
        }
    }

    /**
     * Reads backward within a prefix, and never leaves it whatever {@code before} is.
     *
     * @param before the last key of the page before, or null for the first page
     * @param limit 1 to {@value #LARGEST_PAGE}
     */
    public ProjectionPage scanBack(byte[] prefix, byte @Nullable [] before, int limit) {
        ProjectionBatch.requireTable(prefix);
        byte[] end = PrefixRange.of(prefix, null).end();
        byte[] from = before == null || Arrays.compareUnsigned(before, end) > 0 ? end : before;
        lock.readLock().lock();
        openIterators.incrementAndGet();
        try (Slice bound = new Slice(prefix);
                Slice upper = new Slice(from);
                ReadOptions options =
                        new ReadOptions().setIterateLowerBound(bound).setIterateUpperBound(upper);
                RocksIterator iterator = database().newIterator(options)) {
            iterator.seekToLast();
            return collect(iterator, RocksIterator::prev, limit);
        } catch (RocksDBException e) {
            throw noted("cannot be scanned", e);
        } finally {
            openIterators.decrementAndGet();
            lock.readLock().unlock();
        }
    }

    ProjectionPage range(byte[] prefix, byte @Nullable [] after, int limit) {
        PrefixRange range = PrefixRange.of(prefix, after);
        if (range.empty()) {
            return new ProjectionPage(List.of(), false);
        }
        lock.readLock().lock();
        openIterators.incrementAndGet();
        try (Slice bound = new Slice(range.end());
                ReadOptions options = new ReadOptions().setIterateUpperBound(bound);
                RocksIterator iterator = database().newIterator(options)) {
            iterator.seek(range.from());
            return collect(iterator, RocksIterator::next, limit);
        } catch (RocksDBException e) {
            throw noted("cannot be scanned", e);
        } finally {
            openIterators.decrementAndGet();
            lock.readLock().unlock();
        }
    }

    private static ProjectionPage collect(
            RocksIterator iterator, Consumer<RocksIterator> step, int limit)
            throws RocksDBException {
        List<ProjectionPage.Entry> entries = new ArrayList<>();
        while (iterator.isValid() && entries.size() < limit) {
            entries.add(new ProjectionPage.Entry(iterator.key(), iterator.value()));
            step.accept(iterator);
        }
        iterator.status();
        return new ProjectionPage(entries, iterator.isValid());
    }

    /** Writes the changes of views and their positions atomically. */
    public void write(ProjectionBatch batch, Map<TopicPartition, AppliedOffset> bookmarks) {
        batch.requireIntact();
        try (WriteBatch writes = new WriteBatch()) {
            batch.writeTo(writes);
            for (Map.Entry<TopicPartition, AppliedOffset> entry : bookmarks.entrySet()) {
                writes.put(StoreMetadata.key(entry.getKey()), entry.getValue().encode());
            }
            write(writes);
        } catch (RocksDBException e) {
            throw noted("cannot take a batch", e);
        }
    }

    /** Writes an entry of the engine's own. */
    void writeOwn(byte[] key, byte[] value) {
        try (WriteBatch writes = new WriteBatch()) {
            writes.put(key, value);
            write(writes);
        } catch (RocksDBException e) {
            throw noted("cannot be written", e);
        }
    }

    private void write(WriteBatch writes) throws RocksDBException {
        lock.readLock().lock();
        try {
            database().write(writeOptions, writes);
        } finally {
            lock.readLock().unlock();
        }
    }

    /** The damage that a reader found since the store was opened, or null. */
    public @Nullable ProjectionStoreException damage() {
        return damage;
    }

    /** Closes and opens the files again, which clears a write error; damaged ones are put aside. */
    public void reopen() {
        ProjectionStoreException found = damage;
        replace(() -> {
            if (found != null) {
                folder.putAside(found);
            }
        });
    }

    /** Starts empty again. */
    public void erase() {
        replace(folder::erase);
    }

    private void replace(Runnable betweenTimes) {
        lock.writeLock().lock();
        try {
            if (closed) {
                throw unavailable();
            }
            shut();
            betweenTimes.run();
            db = folder.open();
            damage = null;
        } finally {
            lock.writeLock().unlock();
        }
    }

    private void shut() {
        if (db != null) {
            db.cancelAllBackgroundWork(true);
            db.close();
            db = null;
        }
    }

    private RocksDB database() {
        RocksDB open = db;
        if (open == null) {
            throw unavailable();
        }
        return open;
    }

    private ProjectionStoreException unavailable() {
        return new ProjectionStoreException(
                "View store " + folder.path() + " is not open", null, Remedy.REOPEN);
    }

    private ProjectionStoreException noted(String what, RocksDBException cause) {
        ProjectionStoreException failure = folder.failure(what, cause);
        if (failure.remedy() == Remedy.REBUILD) {
            damage = failure;
        }
        return failure;
    }
}
