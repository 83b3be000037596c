package io.postrider.models;

import io.postrider.platform.views.Projection;
import io.postrider.platform.views.ProjectionBatch;
import io.postrider.platform.views.ProjectionKey;
import io.postrider.platform.views.ProjectionPage;
import io.postrider.platform.views.ProjectionStore;
import io.postrider.schemas.KeptCompletion;
import io.postrider.schemas.Topic;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.UndecodableException;
import io.postrider.schemas.codec.ValueCodec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** The responses of completions on this node's disk, as long as the log has them. */
public final class CompletionProjection implements Projection {

    private static final Duration KEPT = Objects.requireNonNull(Topics.COMPLETIONS.retention());

    /** More than one, so that the store shrinks however fast it grew. */
    private static final int LOOKED_AT_PER_RECORD = 4;

    private final ProjectionStore store;
    private final int table;
    private final ValueCodec<KeptCompletion> codec;
    private final Consumer<String> heard;
    private byte @Nullable [] lookedAt;

    /**
     * @param table number of the table in the view store, which only this projection uses
     * @param heard called for each scope once it can be found
     */
    public CompletionProjection(
            ProjectionStore store, int table, SchemaIds ids, Consumer<String> heard) {
        this.store = store;
        this.table = table;
        this.codec = ValueCodec.completions(ids);
        this.heard = heard;
    }

    /** The result of a scope, unless it has expired. */
    Optional<KeptCompletion> find(String scope, Instant now) {
        return Optional.ofNullable(store.get(key(scope)))
                .map(codec::decode)
                .filter(kept -> now.isBefore(kept.at().plus(KEPT)));
    }

    @Override
    public String layout() {
        return "completions-1";
    }

    @Override
    public Set<Topic> topics() {
        return Set.of(Topics.COMPLETIONS);
    }

    @Override
    public void apply(ConsumerRecord<byte[], byte[]> record, ProjectionBatch batch) {
        String scope = new String(record.key(), StandardCharsets.UTF_8);
        KeptCompletion kept = codec.decode(record.value());
        forgetSome(kept.at().minus(KEPT), batch);
        batch.put(key(scope), record.value());
        batch.afterWrite(() -> heard.accept(scope));
    }

    /** Sweeps the table, a few entries with every record. */
    private void forgetSome(Instant before, ProjectionBatch batch) {
        ProjectionPage page =
                store.scan(ProjectionKey.table(table).bytes(), lookedAt, LOOKED_AT_PER_RECORD);
        page.entries().stream()
                .map(ProjectionPage.Entry::key)
                .filter(key -> isBefore(before, batch.get(key)))
                .forEach(batch::delete);
        lookedAt = page.hasMore() ? page.lastKey() : null;
    }

    /**
     * Unreadable entries are removed too. Checks the entry as the batch leaves it: a scope may have been written again since
     * then.
     */
    private boolean isBefore(Instant before, byte @Nullable [] value) {
        try {
            return value != null && codec.decode(value).at().isBefore(before);
        } catch (UndecodableException _) {
            return true;
        }
    }

    private byte[] key(String scope) {
        return ProjectionKey.table(table).id(scope).bytes();
    }
}
