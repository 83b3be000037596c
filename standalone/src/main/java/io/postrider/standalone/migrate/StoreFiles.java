package io.postrider.standalone.migrate;

import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.migration.StoreMigration;
import io.postrider.standalone.CommandException;
import io.postrider.standalone.OfflineLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/**
 * The stores of an application, of one partition, restored from their changelogs into a folder that is deleted afterwards. A value
 * follows the time of its record.
 */
final class StoreFiles implements AutoCloseable {

    private final Path folder;
    private final Options options = new Options().setCreateIfMissing(true);
    private final Map<String, RocksDB> stores = new HashMap<>();

    private StoreFiles(Path folder) {
        this.folder = folder;
    }

    /**
     * Restores the stores.
     *
     * @param ends the end of each changelog; a store without one is empty
     */
    static StoreFiles restore(
            KafkaSettings log,
            List<StoreMigration> migrations,
            int partition,
            Map<TopicPartition, Long> ends,
            Path folder) {
        StoreFiles files = new StoreFiles(folder);
        try {
            OfflineLog.delete(folder);
            for (StoreMigration each : migrations) {
                RocksDB store = files.open(each.store());
                TopicPartition changelog = new TopicPartition(each.changelog(), partition);
                restore(log, changelog, ends.getOrDefault(changelog, 0L), store);
            }
            return files;
        } catch (IOException e) {
            files.close();
            throw new UncheckedIOException(e);
        } catch (RocksDBException e) {
            files.close();
            throw broken(e);
        }
    }

    private RocksDB open(String name) throws IOException, RocksDBException {
        Path path = folder.resolve(name);
        Files.createDirectories(path);
        RocksDB store = RocksDB.open(options, path.toString());
        stores.put(name, store);
        return store;
    }

    private static void restore(
            KafkaSettings log, TopicPartition changelog, long end, RocksDB store)
            throws RocksDBException {
        if (end == 0) {
            return;
        }
        try (PatientReader reader = PatientReader.ofAll(log, Map.of(changelog, end))) {
            while (reader.isBehind()) {
                for (ConsumerRecord<byte[], byte[]> record : reader.poll()) {
                    put(store, record);
                }
            }
        }
    }

    private static void put(RocksDB store, ConsumerRecord<byte[], byte[]> record)
            throws RocksDBException {
        byte[] value = record.value();
        if (value == null) {
            store.delete(record.key());
        } else {
            store.put(
                    record.key(),
                    ByteBuffer.allocate(Long.BYTES + value.length)
                            .putLong(record.timestamp())
                            .put(value)
                            .array());
        }
    }

    /** An iterator at the first entry of a store. */
    RocksIterator entries(String store) {
        RocksIterator entries = of(store).newIterator();
        entries.seekToFirst();
        return entries;
    }

    /** The number of entries of a store. */
    long count(String store) {
        long count = 0;
        try (RocksIterator entries = entries(store)) {
            for (; entries.isValid(); entries.next()) {
                count++;
            }
        }
        return count;
    }

    /** The value of a key. */
    byte @Nullable [] find(String store, byte[] key) {
        try {
            byte[] stored = of(store).get(key);
            return stored == null ? null : valueOf(stored);
        } catch (RocksDBException e) {
            throw broken(e);
        }
    }

    /** The last key of a store. */
    byte @Nullable [] last(String store) {
        try (RocksIterator entries = of(store).newIterator()) {
            entries.seekToLast();
            return entries.isValid() ? entries.key() : null;
        }
    }

    /** The value in what is stored. */
    static byte[] valueOf(byte[] stored) {
        byte[] value = new byte[stored.length - Long.BYTES];
        System.arraycopy(stored, Long.BYTES, value, 0, value.length);
        return value;
    }

    /** The time in what is stored. */
    static long timeOf(byte[] stored) {
        return ByteBuffer.wrap(stored).getLong();
    }

    private RocksDB of(String store) {
        return Objects.requireNonNull(stores.get(store), store);
    }

    private static CommandException broken(RocksDBException e) {
        return CommandException.failed("the state stores cannot be restored: " + e.getMessage());
    }

    @Override
    public void close() {
        stores.values().forEach(RocksDB::close);
        options.close();
        try {
            OfflineLog.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
