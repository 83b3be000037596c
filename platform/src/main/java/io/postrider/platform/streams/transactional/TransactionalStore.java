package io.postrider.platform.streams.transactional;

import static java.util.Objects.requireNonNull;

import io.postrider.platform.views.Checkpoints;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.internals.RecordBatchingStateRestoreCallback;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * A key-value store with only committed entries on disk. The stream thread writes; any thread may read, and sees the writes of
 * the open transaction.
 */
final class TransactionalStore implements KeyValueStore<Bytes, byte[]> {

    private final String name;
    private final TransactionalStores stores;

    /** The writes of the open transaction; empty for a deletion. */
    private final NavigableMap<Bytes, Optional<byte[]>> uncommitted = new ConcurrentSkipListMap<>();

    private volatile @Nullable CommittedState committed;
    private @Nullable TopicPartition changelog;

    TransactionalStore(String name, TransactionalStores stores) {
        this.name = name;
        this.stores = stores;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        TopicPartition partition =
                new TopicPartition(
                        context.applicationId() + "-" + name + "-changelog",
                        context.taskId().partition());
        CommittedState state = stores.opened(partition, context.taskId(), this);
        changelog = partition;
        committed = state;
        Checkpoints.write(context.stateDir(), partition, state.offset().orElse(-1));
        RecordBatchingStateRestoreCallback restore = this::restored;
        context.register(root, restore);
    }

    private void restored(Collection<ConsumerRecord<byte[], byte[]>> records) {
        List<Map.Entry<Bytes, Optional<byte[]>>> changes = new ArrayList<>(records.size());
        long offset = 0;
        for (ConsumerRecord<byte[], byte[]> record : records) {
            // A record without a key is none of a store's; it changes nothing.
            if (record.key() != null) {
                changes.add(
                        Map.entry(Bytes.wrap(record.key()), Optional.ofNullable(record.value())));
            }
            offset = record.offset();
        }
        if (!records.isEmpty()) {
            state().write(changes, offset);
        }
    }

    /** Moves the writes of the transaction to disk; called on the stream thread. */
    void committed(long offset) {
        state().write(uncommitted.entrySet(), offset);
        uncommitted.clear();
    }

    @Override
    public void put(Bytes key, byte @Nullable [] value) {
        uncommitted.put(key, Optional.ofNullable(value));
    }

    @Override
    public byte @Nullable [] putIfAbsent(Bytes key, byte @Nullable [] value) {
        byte[] old = get(key);
        if (old == null) {
            put(key, value);
        }
        return old;
    }

    @Override
    public void putAll(List<KeyValue<Bytes, byte[]>> entries) {
        entries.forEach(entry -> put(entry.key, entry.value));
    }

    @Override
    public byte @Nullable [] delete(Bytes key) {
        byte[] old = get(key);
        put(key, null);
        return old;
    }

    /** In this order, because an entry is on disk before it leaves the memory. */
    @Override
    public byte @Nullable [] get(Bytes key) {
        CommittedState state = state();
        Optional<byte[]> written = uncommitted.get(key);
        return written == null ? state.get(key) : written.orElse(null);
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> range(@Nullable Bytes from, @Nullable Bytes to) {
        return new MergedIterator(state(), uncommitted, from, to);
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> all() {
        return range(null, null);
    }

    @Override
    public long approximateNumEntries() {
        return state().estimatedEntries() + uncommitted.size();
    }

    /** Writes nothing, since the disk follows the commits; but a store that a reader found damaged ends its task now. */
    @Override
    public void flush() {
        state().requireIntact();
    }

    /** Discards uncommitted writes. */
    @Override
    public void close() {
        CommittedState state = committed;
        if (state != null) {
            committed = null;
            stores.closed(requireNonNull(changelog), this);
            uncommitted.clear();
            state.close();
        }
    }

    @Override
    public boolean persistent() {
        return true;
    }

    @Override
    public boolean isOpen() {
        return committed != null;
    }

    /** Positions are not kept: readers wait for the offsets of commands. */
    @Override
    public Position getPosition() {
        return Position.emptyPosition();
    }

    private CommittedState state() {
        CommittedState open = committed;
        if (open == null) {
            throw new InvalidStateStoreException("state store " + name + " is closed");
        }
        return open;
    }
}
