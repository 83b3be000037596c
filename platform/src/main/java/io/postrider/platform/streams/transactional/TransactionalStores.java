package io.postrider.platform.streams.transactional;

import io.postrider.platform.views.ProjectionMemory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KafkaClientSupplier;
import org.apache.kafka.streams.processor.StateRestoreListener;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The state stores of one exactly-once application. Each keeps on disk what is committed, together with the changelog
 * offset up to which it is, and holds what an open transaction has written in memory (the design of KIP-892).
 *
 * <p>Kafka Streams itself writes to RocksDB before the commit, so it must discard a store after every crash and restore
 * it from the first record of its changelog. A store of this class is right as it stands after {@code kill -9}: it is
 * restored from the offset that it names.
 *
 * <p>The files are kept outside of the folder that Kafka Streams deletes after a failure. A file is erased and restored
 * as a whole where it cannot be continued: when it is damaged, when its offset is not in the changelog or the changelog is
 * another topic than it was, and when it is so old that compaction may have removed deletions that it has not seen.
 */
public final class TransactionalStores implements StateRestoreListener {

    /** Minimum time that a changelog keeps the record of a deletion; its topic must be configured accordingly. */
    public static final Duration DELETIONS_KEPT = Duration.ofDays(7);

    private static final Logger LOGGER = LoggerFactory.getLogger(TransactionalStores.class);

    /** A day less, so that a restore that takes long still sees every deletion. */
    private static final Duration CONTINUED_WITHIN = DELETIONS_KEPT.minusDays(1);

    private final Path folder;
    private final ProjectionMemory memory;
    private final InstantSource clock;
    private final Map<TopicPartition, TransactionalStore> open = new ConcurrentHashMap<>();
    private final Set<TopicPartition> unusable = ConcurrentHashMap.newKeySet();
    final ChangelogTopics topics = new ChangelogTopics();

    /**
     * The stores of one application in one process.
     *
     * @param folder the folder of their files, of this application alone
     * @param memory shared memory of all stores of the process; must be closed after the application
     */
    public TransactionalStores(Path folder, ProjectionMemory memory, InstantSource clock) {
        this.folder = folder;
        this.memory = memory;
        this.clock = clock;
    }

    /** A supplier of one store, for {@link org.apache.kafka.streams.state.Stores#keyValueStoreBuilder}. */
    public KeyValueBytesStoreSupplier supplier(String name) {
        return new KeyValueBytesStoreSupplier() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public KeyValueStore<Bytes, byte[]> get() {
                return new TransactionalStore(name, TransactionalStores.this);
            }

            @Override
            public String metricsScope() {
                return "transactional";
            }
        };
    }

    /** The clients that the application must use: they report commits to these stores. */
    public KafkaClientSupplier clients() {
        return new ObservedClients(this);
    }

    CommittedState opened(TopicPartition changelog, TaskId task, TransactionalStore store) {
        CommittedState state =
                new CommittedState(
                        folder.resolve(task.toString()).resolve(store.name()), memory, clock);
        try {
            Uuid topic = topics.idOf(changelog.topic());
            if (!isContinued(state, changelog, topic)) {
                LOGGER.atWarn()
                        .addKeyValue("changelog", changelog)
                        .log("A state store cannot be resumed; restoring it completely");
                state.erase();
            }
            state.setTopic(topic);
        } catch (RuntimeException e) {
            state.close();
            throw e;
        }
        open.put(changelog, store);
        return state;
    }

    private boolean isContinued(CommittedState state, TopicPartition changelog, Uuid topic) {
        try {
            return !unusable.remove(changelog)
                    && !state.isOlderThan(CONTINUED_WITHIN)
                    && state.isOf(topic);
        } catch (DamagedStoreException e) {
            return false;
        }
    }

    void closed(TopicPartition changelog, TransactionalStore store) {
        open.remove(changelog, store);
        topics.forget(changelog.topic());
    }

    boolean isChangelog(TopicPartition partition) {
        return open.containsKey(partition);
    }

    /** Called on the stream thread, after its transaction is committed and before it processes another record. */
    void committed(Map<TopicPartition, Long> offsets) {
        offsets.forEach((changelog, offset) -> {
            TransactionalStore store = open.get(changelog);
            if (store != null) {
                store.committed(offset);
            }
        });
    }

    /** Notes changelogs that do not hold the offsets of their stores. */
    void outOfRange(Collection<TopicPartition> changelogs) {
        unusable.addAll(changelogs);
    }

    /** Refuses a store that is ahead of its changelog, which has lost its end then. */
    @Override
    public void onRestoreStart(
            TopicPartition changelog, String store, long startingOffset, long endingOffset) {
        if (startingOffset > endingOffset && open.containsKey(changelog)) {
            outOfRange(Set.of(changelog));
            throw new IllegalStateException(
                    "state store %s is at %d of %s, which ends at %d"
                            .formatted(store, startingOffset, changelog, endingOffset));
        }
    }

    @Override
    public void onBatchRestored(
            TopicPartition changelog, String store, long batchEndOffset, long restored) {}

    @Override
    public void onRestoreEnd(TopicPartition changelog, String store, long restored) {
        LOGGER.atInfo()
                .addKeyValue("changelog", changelog)
                .addKeyValue("records", restored)
                .log("A state store was restored");
    }
}
