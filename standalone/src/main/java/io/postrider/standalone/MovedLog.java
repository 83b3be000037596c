package io.postrider.standalone;

import io.postrider.platform.settings.Settings;
import java.nio.file.Files;
import java.nio.file.Path;

/** The note in a data folder that its log was moved to a cluster: a start on the log that was left would go apart from that. */
final class MovedLog {

    static final String NAME = "moved-to-cluster";

    private MovedLog() {}

    static Path of(Settings settings) {
        return settings.dataDir().resolve(NAME);
    }

    /** Requires that the embedded broker still has the log of the installation. */
    static void requireNot(Settings settings) {
        Path note = of(settings);
        if (Files.exists(note)) {
            throw new Startup.StartupException(
                    ("the log of %s was moved to a cluster, which %s names; set"
                                    + " POSTRIDER_KAFKA_BOOTSTRAP, or delete the file to go back to the state before the move")
                            .formatted(settings.dataDir(), note));
        }
    }
}
