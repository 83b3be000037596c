package io.postrider.identity.lastseen;

import io.postrider.platform.streams.IsolatedRound;
import io.postrider.platform.views.Projection;
import io.postrider.platform.views.ProjectionBatch;
import io.postrider.platform.views.ProjectionKey;
import io.postrider.platform.views.ProjectionPage;
import io.postrider.platform.views.ProjectionStore;
import io.postrider.schemas.LastSeen;
import io.postrider.schemas.Topic;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Fills {@link LastSeenTracker} from the log, and from the disk after a restart. */
public final class LastSeenProjection implements Projection {

    private final LastSeenTracker lastSeen;
    private final ValueCodec<LastSeen> codec;
    private final int table;

    /**
     * @param table number of the table in the view store, which only this projection uses
     */
    public LastSeenProjection(LastSeenTracker lastSeen, int table, SchemaIds ids) {
        this.lastSeen = lastSeen;
        this.codec = ValueCodec.lastSeen(ids);
        this.table = table;
    }

    /** Fills memory from the store, before the view starts and before the first request. */
    public void restore(ProjectionStore store) {
        in(store).each(lastSeen::apply);
    }

    /** The records of the store, which are more than memory has room for. */
    public LastSeenLog in(ProjectionStore store) {
        return told -> each(store, told);
    }

    private void each(ProjectionStore store, Consumer<LastSeen> told) {
        byte[] prefix = ProjectionKey.table(table).bytes();
        ProjectionPage page = store.scan(prefix, null, ProjectionStore.LARGEST_PAGE);
        while (true) {
            IsolatedRound.run(
                    "last-seen", page.entries(), entry -> told.accept(codec.decode(entry.value())));
            if (!page.hasMore()) {
                return;
            }
            page = store.scan(prefix, page.lastKey(), ProjectionStore.LARGEST_PAGE);
        }
    }

    @Override
    public String layout() {
        return "last-seen-1";
    }

    @Override
    public Set<Topic> topics() {
        return Set.of(Topics.LAST_SEEN);
    }

    @Override
    public void apply(ConsumerRecord<byte[], byte[]> record, ProjectionBatch batch) {
        String subject = new String(record.key(), StandardCharsets.UTF_8);
        byte[] key = ProjectionKey.table(table).id(subject).bytes();
        if (record.value() == null) {
            batch.delete(key);
            batch.afterWrite(() -> lastSeen.forget(subject));
            return;
        }
        LastSeen seen = codec.decode(record.value());
        byte[] before = batch.get(key);
        // Two nodes may have written in another order than they authenticated.
        if (before == null || !codec.decode(before).at().isAfter(seen.at())) {
            batch.put(key, record.value());
        }
        batch.afterWrite(() -> lastSeen.apply(seen));
    }
}
