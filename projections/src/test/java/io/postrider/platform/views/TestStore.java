package io.postrider.platform.views;

import java.nio.file.Path;
import java.util.Map;

/** A real store in a temporary folder, written without a runner; beside the engine because only it may write. */
public record TestStore(ViewStore store, ViewMemory memory) implements AutoCloseable {

    private static final long BYTES = 8L << 20;

    /** Opens a store. */
    public static TestStore open(Path folder) {
        ViewMemory memory = new ViewMemory(2 * BYTES, BYTES);
        return new TestStore(ViewStore.open(folder.resolve("store"), memory, 64), memory);
    }

    /** Writes a batch as a runner would. */
    public void write(ViewBatch batch) {
        store.write(batch, Map.of());
        batch.actions().forEach(Runnable::run);
    }

    @Override
    public void close() {
        store.close();
        memory.close();
    }
}
