package io.postrider.platform.disk;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The free space of the disk of a folder, which is made if it is missing. */
final class FolderSpace implements DiskGuard.FreeSpace {

    private final Path folder;

    /** Kept, since finding it reads the table of all mounts. */
    private @Nullable FileStore store;

    FolderSpace(Path folder) {
        this.folder = folder;
    }

    @Override
    public long bytes() throws IOException {
        FileStore found = store;
        if (found == null || !Files.isDirectory(folder)) {
            Files.createDirectories(folder);
            found = Files.getFileStore(folder);
            store = found;
        }
        return found.getUsableSpace();
    }
}
