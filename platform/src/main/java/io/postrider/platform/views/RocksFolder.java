package io.postrider.platform.views;

import io.postrider.platform.views.ProjectionStoreException.Remedy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.CompactionStyle;
import org.rocksdb.CompressionType;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The folder of one RocksDB: how it is opened, and how a broken one is put aside. */
public final class RocksFolder implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(RocksFolder.class);
    private static final int FILTER_BITS_PER_KEY = 10;
    private static final long BLOCK_BYTES = 8 << 10;
    private static final long LARGEST_MEMTABLE = 16 << 20;
    private static final long LARGEST_WAL = 64 << 20;
    private static final long LARGEST_INFO_LOG = 1 << 20;

    private final Path path;
    private final BloomFilter filter = new BloomFilter(FILTER_BITS_PER_KEY, false);
    private final Options options;

    /**
     * Prepares a folder, which {@link #open} creates.
     *
     * @param path the folder, which only one process may have open
     * @param memory shared memory of all stores of the process; must be closed after this
     * @param maxOpenFiles the most files held open
     */
    public RocksFolder(Path path, ProjectionMemory memory, int maxOpenFiles) {
        this.path = path.toAbsolutePath().normalize();
        BlockBasedTableConfig table =
                new BlockBasedTableConfig()
                        .setBlockCache(memory.cache())
                        .setCacheIndexAndFilterBlocks(true)
                        .setCacheIndexAndFilterBlocksWithHighPriority(true)
                        .setPinL0FilterAndIndexBlocksInCache(true)
                        .setFilterPolicy(filter)
                        .setBlockSize(BLOCK_BYTES);
        this.options =
                new Options()
                        .setCreateIfMissing(true)
                        .setTableFormatConfig(table)
                        .setWriteBufferManager(memory.writeBuffers())
                        .setWriteBufferSize(
                                Math.min(LARGEST_MEMTABLE, memory.writeBufferBytes() / 2))
                        .setCompressionType(CompressionType.LZ4_COMPRESSION)
                        // Counters and clicks share a store, so each flush overlaps all that is
                        // there
                        // already. In levels, that would be written again for each.
                        .setCompactionStyle(CompactionStyle.UNIVERSAL)
                        .setMaxOpenFiles(maxOpenFiles)
                        .setMaxTotalWalSize(LARGEST_WAL)
                        .setMaxBackgroundJobs(2)
                        .setBytesPerSync(1 << 20)
                        .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
                        .setMaxLogFileSize(LARGEST_INFO_LOG)
                        .setKeepLogFileNum(2)
                        .setStatsDumpPeriodSec(0);
    }

    /** The absolute path. */
    public Path path() {
        return path;
    }

    /** Opens the folder; one that is broken is put aside and an empty one takes its place. */
    public RocksDB open() {
        try {
            return attempt();
        } catch (ProjectionStoreException e) {
            if (e.remedy() != Remedy.REBUILD) {
                throw e;
            }
            putAside(e);
            return attempt();
        }
    }

    private RocksDB attempt() {
        try {
            Files.createDirectories(path);
            return RocksDB.open(options, path.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (RocksDBException e) {
            throw failure("cannot be opened", e);
        }
    }

    /** Puts the folder aside because it is damaged; only the last one is kept. */
    public void putAside(ProjectionStoreException damage) {
        LOGGER.atWarn()
                .addKeyValue("folder", path)
                .setCause(damage)
                .log("A projection store is damaged; moving it aside and rebuilding it from Kafka");
        moveAside();
    }

    /** Removes the folder for good. */
    public void erase() {
        moveAside();
        try {
            delete(aside());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // A move is one step, so that a crash never leaves half a store behind.
    private void moveAside() {
        try {
            delete(aside());
            if (Files.exists(path)) {
                Files.move(path, aside());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path aside() {
        return path.resolveSibling(path.getFileName() + ".discarded");
    }

    /** A fault of the store as an exception that names the folder. */
    public ProjectionStoreException failure(String what, RocksDBException cause) {
        return new ProjectionStoreException(
                "View store " + path + " " + what, cause, remedy(cause));
    }

    // A full disk or a folder that another process has open is not a reason to throw data away.
    private static Remedy remedy(RocksDBException e) {
        Status status = e.getStatus();
        if (status == null) {
            return Remedy.REOPEN;
        }
        if (status.getSubCode() == Status.SubCode.NoSpace) {
            return Remedy.WAIT;
        }
        return switch (status.getCode()) {
            case Corruption, NotSupported -> Remedy.REBUILD;
            case IOError -> mentionsMissingFile(e.getMessage()) ? Remedy.REBUILD : Remedy.REOPEN;
            case Ok,
                    NotFound,
                    InvalidArgument,
                    MergeInProgress,
                    Incomplete,
                    ShutdownInProgress,
                    TimedOut,
                    Aborted,
                    Busy,
                    Expired,
                    TryAgain,
                    Undefined ->
                    Remedy.REOPEN;
        };
    }

    private static boolean mentionsMissingFile(@Nullable String message) {
        return message != null && message.contains("No such file");
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        Files.walkFileTree(
                folder,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        Files.delete(file);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult postVisitDirectory(
                            Path visited, @Nullable IOException failure) throws IOException {
                        if (failure != null) {
                            throw failure;
                        }
                        Files.delete(visited);
                        return FileVisitResult.CONTINUE;
                    }
                });
    }

    @Override
    public void close() {
        options.close();
        filter.close();
    }
}
