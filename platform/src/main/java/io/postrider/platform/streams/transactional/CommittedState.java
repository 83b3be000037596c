package io.postrider.platform.streams.transactional;

import static java.util.Objects.requireNonNull;

import io.postrider.platform.views.ProjectionMemory;
import io.postrider.platform.views.ProjectionStoreException;
import io.postrider.platform.views.RocksFolder;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.jspecify.annotations.Nullable;
import org.rocksdb.FlushOptions;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The committed state of one store on disk, with its changelog offset. Both are written together in one column family, so that
 * after a crash the store has the state of an earlier offset, and that offset.
 *
 * <p>There is no write-ahead log: lost writes are in the changelog.
 */
final class CommittedState implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(CommittedState.class);
    private static final int OPEN_FILES = 64;
    private static final Duration CLOCK_STEP_MAX = Duration.ofHours(1);
    private static final byte[] OFFSET = {0};
    private static final byte[] TOPIC = {0, 1};
    private static final byte DATA = 1;
    private static final byte[] AFTER_DATA = {DATA + 1};

    private final RocksFolder folder;
    private final InstantSource clock;
    private final WriteOptions writeOptions = new WriteOptions().setDisableWAL(true);

    /** A native call on a closed database ends the process, so every call holds the read lock. */
    private final ReadWriteLock lock = new ReentrantReadWriteLock();

    private @Nullable RocksDB db;

    /** The damage that a reader found; then nothing is read any more. */
    private volatile @Nullable ProjectionStoreException damage;

    CommittedState(Path path, ProjectionMemory memory, InstantSource clock) {
        this.folder = new RocksFolder(path, memory, OPEN_FILES);
        this.clock = clock;
        try {
            this.db = folder.open();
        } catch (RuntimeException e) {
            writeOptions.close();
            folder.close();
            throw e;
        }
    }

    /** The offset of the newest changelog record that this state contains; empty for none. */
    OptionalLong offset() {
        byte[] stored = stored(OFFSET);
        return stored == null
                ? OptionalLong.empty()
                : OptionalLong.of(ByteBuffer.wrap(stored).getLong());
    }

    /**
     * Whether the newest write may be older than this, by this node's clock; false for a state without writes. A write in the
     * future shows that the clock was wrong, so its age is unknown.
     */
    boolean isOlderThan(Duration age) {
        byte[] stored = stored(OFFSET);
        if (stored == null) {
            return false;
        }
        Instant written = Instant.ofEpochMilli(ByteBuffer.wrap(stored).getLong(Long.BYTES));
        Instant now = clock.instant();
        return written.isBefore(now.minus(age)) || written.isAfter(now.plus(CLOCK_STEP_MAX));
    }

    /**
     * Whether this is the state of a changelog topic. A topic that is made anew, or that of another cluster, has another id. A state
     * that names none is of an earlier release.
     */
    boolean isOf(Uuid topic) {
        byte[] stored = stored(TOPIC);
        return stored == null || Arrays.equals(stored, bytes(topic));
    }

    /** Notes of which changelog topic this is the state. */
    void setTopic(Uuid topic) {
        lock.readLock().lock();
        try {
            database().put(writeOptions, TOPIC, bytes(topic));
        } catch (RocksDBException e) {
            throw failure("cannot be written", e);
        } finally {
            lock.readLock().unlock();
        }
    }

    private static byte[] bytes(Uuid topic) {
        return ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(topic.getMostSignificantBits())
                .putLong(topic.getLeastSignificantBits())
                .array();
    }

    byte @Nullable [] get(Bytes key) {
        return stored(dataKey(key));
    }

    /**
     * Entries in the order of their keys.
     *
     * @param from the first key, inclusive; null for the first of all
     * @param to the last key, inclusive; null for the last of all
     */
    List<KeyValue<Bytes, byte[]>> page(@Nullable Bytes from, @Nullable Bytes to, int limit) {
        byte[] first = from == null ? new byte[] {DATA} : dataKey(from);
        byte[] end = to == null ? AFTER_DATA : Arrays.copyOf(dataKey(to), to.get().length + 2);
        lock.readLock().lock();
        try (Slice bound = new Slice(end);
                ReadOptions options = new ReadOptions().setIterateUpperBound(bound);
                RocksIterator iterator = database().newIterator(options)) {
            List<KeyValue<Bytes, byte[]>> found = new ArrayList<>();
            for (iterator.seek(first);
                    iterator.isValid() && found.size() < limit;
                    iterator.next()) {
                found.add(KeyValue.pair(key(iterator.key()), iterator.value()));
            }
            iterator.status();
            return found;
        } catch (RocksDBException e) {
            throw failure("cannot be scanned", e);
        } finally {
            lock.readLock().unlock();
        }
    }

    /**
     * Writes changes and how far they go.
     *
     * @param changes the new values; empty for a deletion
     * @param offset of the newest changelog record among them
     */
    void write(Iterable<Map.Entry<Bytes, Optional<byte[]>>> changes, long offset) {
        lock.readLock().lock();
        try (WriteBatch batch = new WriteBatch()) {
            for (Map.Entry<Bytes, Optional<byte[]>> change : changes) {
                byte[] key = dataKey(change.getKey());
                if (change.getValue().isPresent()) {
                    batch.put(key, change.getValue().get());
                } else {
                    batch.delete(key);
                }
            }
            batch.put(
                    OFFSET,
                    ByteBuffer.allocate(2 * Long.BYTES)
                            .putLong(offset)
                            .putLong(clock.millis())
                            .array());
            database().write(writeOptions, batch);
        } catch (RocksDBException e) {
            throw failure("cannot be written", e);
        } finally {
            lock.readLock().unlock();
        }
    }

    long estimatedEntries() {
        lock.readLock().lock();
        try {
            return database().getLongProperty("rocksdb.estimate-num-keys");
        } catch (RocksDBException e) {
            throw failure("cannot be read", e);
        } finally {
            lock.readLock().unlock();
        }
    }

    /** Throws if a reader has found the files damaged. They are put aside when this is closed. */
    void requireIntact() {
        ProjectionStoreException found = damage;
        if (found != null) {
            throw new DamagedStoreException(found);
        }
    }

    /** Starts empty again. */
    void erase() {
        lock.writeLock().lock();
        try {
            RocksDB open = requireNonNull(db);
            db = null;
            open.close();
            discard();
            db = folder.open();
        } finally {
            lock.writeLock().unlock();
        }
    }

    private void discard() {
        ProjectionStoreException found = damage;
        damage = null;
        if (found == null) {
            folder.erase();
        } else {
            folder.putAside(found);
        }
    }

    /** Waits for reads under way, then closes; later calls fail. */
    @Override
    public void close() {
        lock.writeLock().lock();
        try (FlushOptions flush = new FlushOptions().setWaitForFlush(true)) {
            RocksDB open = db;
            if (open != null) {
                db = null;
                flush(open, flush);
                open.cancelAllBackgroundWork(true);
                open.close();
                if (damage != null) {
                    discard();
                }
                writeOptions.close();
                folder.close();
            }
        } finally {
            lock.writeLock().unlock();
        }
    }

    private void flush(RocksDB open, FlushOptions options) {
        try {
            open.flush(options);
        } catch (RocksDBException e) {
            // Writes that are not on disk are restored from the changelog.
            LOGGER.atWarn()
                    .addKeyValue("folder", folder.path())
                    .setCause(e)
                    .log("A state store was closed without its newest entries");
        }
    }

    private byte @Nullable [] stored(byte[] key) {
        lock.readLock().lock();
        try {
            return database().get(key);
        } catch (RocksDBException e) {
            throw failure("cannot be read", e);
        } finally {
            lock.readLock().unlock();
        }
    }

    private InvalidStateStoreException failure(String what, RocksDBException cause) {
        ProjectionStoreException failure = folder.failure(what, cause);
        if (failure.isDamage()) {
            damage = failure;
            return new DamagedStoreException(failure);
        }
        return new InvalidStateStoreException(failure.getMessage(), failure);
    }

    private RocksDB database() {
        requireIntact();
        RocksDB open = db;
        if (open == null) {
            throw new InvalidStateStoreException("state store " + folder.path() + " is closed");
        }
        return open;
    }

    private static byte[] dataKey(Bytes key) {
        return ByteBuffer.allocate(1 + key.get().length).put(DATA).put(key.get()).array();
    }

    private static Bytes key(byte[] dataKey) {
        byte[] key = new byte[dataKey.length - 1];
        System.arraycopy(dataKey, 1, key, 0, key.length);
        return Bytes.wrap(key);
    }
}
