package io.postrider.systemtests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** What a folder's {@code package-lock.json} names. */
final class NodeModules {

    /** A cold cache asks a registry for every package. */
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private NodeModules() {}

    /** Installs it, unless it is installed. */
    static synchronized void install(Path folder) throws IOException, InterruptedException {
        Path installed = folder.resolve("node_modules/.package-lock.json");
        Path wanted = folder.resolve("package-lock.json");
        boolean current =
                Files.exists(installed)
                        && Files.getLastModifiedTime(installed)
                                        .compareTo(Files.getLastModifiedTime(wanted))
                                >= 0;
        if (!current) {
            ProcessBuilder install =
                    new ProcessBuilder("npm", "ci", "--no-audit", "--no-fund")
                            .directory(folder.toFile());
            var _ = Programs.run(install, "", LIMIT);
        }
    }
}
