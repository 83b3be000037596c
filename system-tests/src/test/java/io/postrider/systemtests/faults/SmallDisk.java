package io.postrider.systemtests.faults;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A file system of its own with little space: an image of ext4 that is mounted by a loop device. */
final class SmallDisk implements AutoCloseable {

    private static final int CHUNK = 1 << 20;

    private final Path folder;
    private final Path ballast;

    private SmallDisk(Path folder) {
        this.folder = folder;
        this.ballast = folder.resolve("ballast");
    }

    /** Mounts an empty disk at a folder; without the right to mount the test is skipped. */
    static SmallDisk mount(Path folder, long mb) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        Path image = folder.resolveSibling("disk.img");
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.setLength(mb << 20);
        }
        assumeTrue(
                run("mkfs.ext4", "-q", "-m", "0", image.toString())
                        && run("mount", "-o", "loop", image.toString(), folder.toString()),
                "cannot mount a small disk: that needs root and a loop device");
        return new SmallDisk(folder);
    }

    long freeMb() throws IOException {
        return Files.getFileStore(folder).getUsableSpace() >> 20;
    }

    /** Takes space until so much is left. */
    void leave(long mb) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(ballast.toFile(), "rw")) {
            file.seek(file.length());
            while (freeMb() > mb) {
                file.write(new byte[CHUNK]);
            }
        }
    }

    /** Gives back what was taken. */
    void makeRoom() throws IOException {
        Files.deleteIfExists(ballast);
    }

    @Override
    public void close() throws IOException {
        try {
            run("umount", folder.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
        try {
            Process process = new ProcessBuilder(List.of(command)).inheritIO().start();
            return process.waitFor(1, TimeUnit.MINUTES) && process.exitValue() == 0;
        } catch (IOException e) {
            // There is no such program.
            System.out.println(e.getMessage());
            return false;
        }
    }
}
