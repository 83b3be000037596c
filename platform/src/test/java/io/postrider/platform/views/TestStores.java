package io.postrider.platform.views;

import java.nio.file.Path;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Memory for a test's stores, small enough that files are written and compacted. */
final class TestStores implements AfterEachCallback {

    private static final int OPEN_FILES = 64;

    private final ProjectionMemory memory = smallMemory();

    static ProjectionMemory smallMemory() {
        return new ProjectionMemory(4 << 20, 512 << 10);
    }

    ProjectionStore open(Path path) {
        return ProjectionStore.open(path, memory, OPEN_FILES);
    }

    static ProjectionStore open(Path path, ProjectionMemory memory) {
        return ProjectionStore.open(path, memory, OPEN_FILES);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        memory.close();
    }
}
