package io.postrider.platform.views;

import java.util.Map;
import org.jspecify.annotations.NullMarked;

/** Does with a batch what the runner does, for tests that have no log. */
@NullMarked
public final class Commits {

    private Commits() {}

    /** Writes the batch and then runs what waits for that. */
    public static void commit(ProjectionStore store, ProjectionBatch batch) {
        store.write(batch, Map.of());
        batch.actions().forEach(Runnable::run);
    }
}
