package io.postrider.platform.views.source;

import io.postrider.platform.views.ProjectionSnapshot;
import java.util.function.Function;
import org.apache.kafka.streams.query.Query;

/**
 * An interactive query of the store of a list: a read that runs in the store.
 *
 * @param read reads one state of the store; must not keep the snapshot
 * @param standby whether a standby replica may answer, which may lack the newest changes
 * @param <R> the result of a partition
 */
public record StoreQuery<R>(Function<ProjectionSnapshot, R> read, boolean standby)
        implements Query<R> {}
