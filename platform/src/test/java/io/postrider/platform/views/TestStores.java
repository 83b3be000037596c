package io.postrider.platform.views;

import java.nio.file.Path;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Memory for a test's stores, small enough that files are written and compacted. */
final class TestStores implements AfterEachCallback {

    private static final int OPEN_FILES = 64;

    private final ViewMemory memory = smallMemory();

    static ViewMemory smallMemory() {
        return new ViewMemory(4 << 20, 512 << 10);
    }

    ViewStore open(Path path) {
        return ViewStore.open(path, memory, OPEN_FILES);
    }

    static ViewStore open(Path path, ViewMemory memory) {
        return ViewStore.open(path, memory, OPEN_FILES);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        memory.close();
    }
}
