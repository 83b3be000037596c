package io.postrider.platform.views;

import org.rocksdb.Cache;
import org.rocksdb.Env;
import org.rocksdb.LRUCache;
import org.rocksdb.Priority;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBufferManager;

/** The memory that all stores of a process share: one block cache, from which write buffers are taken too. */
public final class ProjectionMemory implements AutoCloseable {

    static {
        RocksDB.loadLibrary();
    }

    private static final int SHARD_BITS = 4;

    private final long writeBufferBytes;
    private final LRUCache cache;
    private final WriteBufferManager writeBuffers;

    /**
     * Sets the budget; close it after the last store that uses it.
     *
     * @param cacheBytes everything: blocks, indexes, filters and write buffers
     * @param writeBufferBytes the part of it that write buffers may fill before they are flushed
     */
    public ProjectionMemory(long cacheBytes, long writeBufferBytes) {
        if (writeBufferBytes <= 0 || writeBufferBytes >= cacheBytes) {
            throw new IllegalArgumentException(
                    "Write buffers of " + writeBufferBytes + " do not fit into " + cacheBytes);
        }
        this.writeBufferBytes = writeBufferBytes;
        this.cache = new LRUCache(cacheBytes, SHARD_BITS);
        this.writeBuffers = new WriteBufferManager(writeBufferBytes, cache);
        // Compaction can wait for a quieter moment; who writes meanwhile cannot.
        Env.getDefault().lowerThreadPoolCPUPriority(Priority.LOW);
    }

    /** The shared block cache, for stores that are opened elsewhere. */
    public Cache cache() {
        return cache;
    }

    /** The shared limit of write buffers, for stores that are opened elsewhere. */
    public WriteBufferManager writeBuffers() {
        return writeBuffers;
    }

    long writeBufferBytes() {
        return writeBufferBytes;
    }

    /** The present size of the cache in bytes. */
    public long used() {
        return cache.getUsage();
    }

    @Override
    public void close() {
        writeBuffers.close();
        cache.close();
    }
}
