package io.postrider.platform.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;

/** Writes small files that are there in whole or not at all, whenever the machine stops, and that only their owner reads. */
public final class PrivateFile {

    /** The suffix of a draft's name, which a crash may leave behind. */
    static final String DRAFT = ".new";

    private PrivateFile() {}

    /** Writes a text into a file of mode 0600, replacing it; it is on the disk when this returns. */
    public static void write(Path file, String text) throws IOException {
        Path draft = file.resolveSibling(file.getFileName() + DRAFT);
        Files.deleteIfExists(draft);
        Files.createFile(
                draft,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try (FileChannel out = FileChannel.open(draft, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
            out.force(true);
        }
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
        Path folder = file.toAbsolutePath().getParent();
        try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
            // The new name is on the disk only when its folder is.
            names.force(true);
        }
    }
}
