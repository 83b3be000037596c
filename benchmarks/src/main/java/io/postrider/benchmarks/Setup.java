package io.postrider.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The set-up of all benchmarks.
 *
 * @param home the repository
 * @param work where children keep their files: beside the build, because a temporary folder may lie in memory, where making
 *     something durable costs nothing
 * @param jvmFlags those of {@code ./postrider up}
 */
record Setup(Path home, Path work, List<String> jvmFlags, Options options) {

    private static final int HIGHEST_PORT = 60_000;

    static Setup of(Path home, List<String> jvmFlags, Options options) {
        Path work = home.resolve("benchmarks/target/work");
        Setup setup = new Setup(home, work, jvmFlags, options);
        setup.clean();
        return setup;
    }

    /** A new folder for one child. */
    Path folder(String name) {
        try {
            return Files.createDirectories(work.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Takes away whatever children left. */
    void clean() {
        delete(work);
    }

    static void delete(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            // The product derives further ports from this one, and they must exist too.
            int port = socket.getLocalPort();
            return port <= HIGHEST_PORT ? port : port - 10_000;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
