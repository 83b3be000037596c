package io.postrider.platform.views.source;

import static java.util.Objects.requireNonNull;

import io.postrider.platform.views.AppliedOffset;
import io.postrider.platform.views.CatchUp;
import io.postrider.platform.views.Checkpoints;
import io.postrider.platform.views.Projection;
import io.postrider.platform.views.ProjectionBatch;
import io.postrider.platform.views.ProjectionStore;
import io.postrider.platform.views.ProjectionStoreException;
import io.postrider.platform.views.RecordApplier;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.internals.RecordBatchingStateRestoreCallback;
import org.apache.kafka.streams.query.FailureReason;
import org.apache.kafka.streams.query.PositionBound;
import org.apache.kafka.streams.query.Query;
import org.apache.kafka.streams.query.QueryConfig;
import org.apache.kafka.streams.query.QueryResult;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The state store of a view of one topic. The topic is its changelog: the store contains the view of a partition up to an
 * offset, which is written together with it. So the store is consistent after {@code kill -9} without a transaction.
 */
public final class SourceStore implements StateStore {

    private static final Logger LOGGER = LoggerFactory.getLogger(SourceStore.class);

    private final Projection view;
    private final String topic;
    private final SourceStores stores;
    private final RecordApplier applier;

    private volatile @Nullable ProjectionStore open;
    private volatile AppliedOffset applied = AppliedOffset.at(0);
    private @Nullable Throwable passedOver;
    private volatile @Nullable TopicPartition partition;
    private volatile @Nullable CatchUp opened;
    private volatile @Nullable CatchUp takenOver;

    public SourceStore(Projection view, SourceStores stores) {
        this.view = view;
        this.topic = SourceStores.topic(view).name();
        this.stores = stores;
        this.applier =
                new RecordApplier(
                        view.layout(), List.of(view), (_, _, thrown) -> passedOver = thrown);
    }

    @Override
    public String name() {
        return SourceStores.name(view);
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        TopicPartition source = new TopicPartition(topic, context.taskId().partition());
        open(source);
        Checkpoints.write(context.stateDir(), source, applied.next() - 1);
        RecordBatchingStateRestoreCallback restore = this::apply;
        context.register(root, restore);
        stores.applied(source, applied);
    }

    public void open(TopicPartition source) {
        SourceStores.Opened found = stores.open(view, source);
        partition = source;
        open = found.store();
        applied = found.bookmark();
        opened = new CatchUp(() -> stores.end(source));
    }

    /**
     * Applies a record.
     *
     * @throws StreamsException if the view cannot take the record, which the store has passed over then
     */
    void process(ConsumerRecord<byte[], byte[]> record) {
        passedOver = null;
        apply(List.of(record));
        if (passedOver != null) {
            throw new StreamsException(passedOver);
        }
    }

    /** Applies records in the order of their offsets. A record that the store knows is passed over. */
    public void apply(Collection<ConsumerRecord<byte[], byte[]>> records) {
        ProjectionStore store = store();
        ProjectionBatch batch = store.newBatch();
        AppliedOffset next = applied;
        for (ConsumerRecord<byte[], byte[]> record : records) {
            if (record.offset() >= next.next()) {
                applier.apply(record, batch);
                long command = Math.max(next.command(), applier.commandOf(record));
                next = new AppliedOffset(record.offset() + 1, -1, command);
            }
        }
        if (store.damage() != null) {
            // The damaged files are put aside and no query reads the store. The next start of the
            // task restores it as a whole.
            takenOver = null;
            opened = null;
            store.reopen();
            throw new InvalidStateStoreException("state store " + name() + " was damaged");
        }
        TopicPartition source = partition;
        if (source != null && next.next() > applied.next()) {
            store.write(batch, Map.of(source, next));
            applied = next;
            stores.applied(source, next);
            CatchUp behind = takenOver;
            if (behind != null) {
                behind.applied();
            }
        }
    }

    /** Deletes expired entries of the view. A replica keeps them until it takes over. */
    void sweep() {
        ProjectionStore store = store();
        ProjectionBatch batch = store.newBatch();
        try {
            store.read(snapshot -> {
                view.sweep(snapshot, batch);
                return true;
            });
        } catch (ProjectionStoreException e) {
            throw e;
        } catch (RuntimeException | StackOverflowError | AssertionError e) {
            batch.requireIntact();
            LOGGER.atError().addKeyValue("store", name()).setCause(e).log("A sweep failed");
            return;
        }
        store.write(batch, Map.of());
    }

    /** A processor of this node applies the records of the partition from now on. */
    void takeOver() {
        TopicPartition source = requireNonNull(partition);
        takenOver = new CatchUp(() -> stores.end(source));
        stores.takenOver(this);
    }

    /** The processors of this node have stopped applying records. */
    void handOver() {
        takenOver = null;
        stores.handedOver(this);
    }

    @Override
    public <R> QueryResult<R> query(Query<R> query, PositionBound bound, QueryConfig config) {
        if (!(query instanceof StoreQuery<R> known)) {
            return QueryResult.forUnknownQueryType(query, this);
        }
        return isCurrent() || (known.standby() && isReplica())
                ? QueryResult.forResult(store().read(known.read()))
                : QueryResult.forFailure(FailureReason.NOT_ACTIVE, name() + " is not current");
    }

    /** Whether the store has all that any node has shown of the partition. */
    private boolean isCurrent() {
        CatchUp active = takenOver;
        return active != null && active.reached(applied.next(), true);
    }

    /** The same without waiting for the broker. */
    boolean isKnownCurrent() {
        CatchUp active = takenOver;
        return active != null && active.hasReached(applied.next(), true);
    }

    private boolean isReplica() {
        CatchUp replica = opened;
        return replica != null && replica.reached(applied.next(), false);
    }

    /** Does nothing: each batch is written at once. */
    @Override
    public void flush() {}

    @Override
    public void close() {
        ProjectionStore store = open;
        if (store != null) {
            open = null;
            store.close();
        }
    }

    @Override
    public boolean persistent() {
        return true;
    }

    @Override
    public boolean isOpen() {
        return open != null;
    }

    private ProjectionStore store() {
        ProjectionStore store = open;
        if (store == null) {
            throw new InvalidStateStoreException("state store " + name() + " is closed");
        }
        return store;
    }
}
