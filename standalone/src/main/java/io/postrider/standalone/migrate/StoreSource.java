package io.postrider.standalone.migrate;

import io.postrider.platform.migration.Destination;
import io.postrider.platform.migration.StoreMigration;
import io.postrider.platform.offsets.Partitions;
import io.postrider.schemas.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksIterator;

/** The entries of one partition of a state store, in the order of their keys. */
final class StoreSource implements RecordSource {

    private static final int ENTRIES = 1_000;

    private final StoreMigration migration;
    private final RocksIterator entries;
    private final Target to;
    private long next;

    /**
     * The entries behind a number of them.
     *
     * @param processed the positions of the application in the topics of the other cluster
     */
    StoreSource(
            StoreFiles files,
            StoreMigration migration,
            int partition,
            int sources,
            int partitions,
            Map<TopicPartition, Long> processed,
            long from) {
        this.migration = migration;
        this.entries = files.entries(migration.store());
        this.to = new Target(files, partition, sources, new Partitions(partitions), processed);
        for (; next < from && entries.isValid(); next++) {
            entries.next();
        }
    }

    @Override
    public List<Step> next() {
        List<Step> steps = new ArrayList<>();
        for (; steps.size() < ENTRIES && entries.isValid(); entries.next()) {
            byte[] stored = entries.value();
            to.begin(StoreFiles.timeOf(stored));
            migration.rule().move(entries.key(), StoreFiles.valueOf(stored), to);
            next++;
            steps.add(new Step(next, to.records));
        }
        return steps;
    }

    @Override
    public boolean isOrdered() {
        return false;
    }

    @Override
    public void close() {
        entries.close();
    }

    /** Collects what an entry becomes. */
    private static final class Target implements Destination {

        private final StoreFiles files;
        private final int from;
        private final int sources;
        private final Partitions partitions;
        private final Map<TopicPartition, Long> processed;
        private List<Moved> records = new ArrayList<>();
        private long timestamp;

        Target(
                StoreFiles files,
                int from,
                int sources,
                Partitions partitions,
                Map<TopicPartition, Long> processed) {
            this.files = files;
            this.from = from;
            this.sources = sources;
            this.partitions = partitions;
            this.processed = processed;
        }

        void begin(long time) {
            records = new ArrayList<>();
            timestamp = time;
        }

        @Override
        public int from() {
            return from;
        }

        @Override
        public int sources() {
            return sources;
        }

        @Override
        public Partitions partitions() {
            return partitions;
        }

        @Override
        public void put(int partition, byte[] key, byte[] value) {
            records.add(new Moved(partition, timestamp, key, value, List.of()));
        }

        @Override
        public byte @Nullable [] find(String store, byte[] key) {
            return files.find(store, key);
        }

        @Override
        public byte @Nullable [] last(String store) {
            return files.last(store);
        }

        @Override
        public long processed(Topic topic, int partition) {
            return processed.getOrDefault(new TopicPartition(topic.name(), partition), 0L);
        }
    }
}
