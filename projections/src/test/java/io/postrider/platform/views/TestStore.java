package io.postrider.platform.views;

import java.nio.file.Path;
import java.util.Map;

/** A real store in a temporary folder, written without a runner; beside the engine because only it may write. */
public record TestStore(ProjectionStore store, ProjectionMemory memory) implements AutoCloseable {

    private static final long BYTES = 8L << 20;

    /** Opens a store. */
    public static TestStore open(Path folder) {
        ProjectionMemory memory = new ProjectionMemory(2 * BYTES, BYTES);
        return new TestStore(ProjectionStore.open(folder.resolve("store"), memory, 64), memory);
    }

    /** Writes a batch as a runner would. */
    public void write(ProjectionBatch batch) {
        store.write(batch, Map.of());
        batch.actions().forEach(Runnable::run);
    }

    @Override
    public void close() {
        store.close();
        memory.close();
    }
}
