package io.postrider.standalone;

import io.postrider.platform.files.PrivateFolder;
import io.postrider.platform.kafka.ClientPropertiesReader;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.settings.SettingSources;
import io.postrider.platform.settings.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The log of an installation that is stopped, for a command: its own broker is started, a cluster is used. */
public final class OfflineLog implements AutoCloseable {

    private static final String BOOTSTRAP = "POSTRIDER_KAFKA_BOOTSTRAP";

    private final KafkaModule log;

    private OfflineLog(KafkaModule log) {
        this.log = log;
    }

    /**
     * Opens the log.
     *
     * @throws Settings.SettingException if the settings name no log
     * @throws CommandException if the data folder cannot be written
     */
    public static OfflineLog open(Settings settings, Consumer<String> progress) {
        if (settings.bootstrap() == null && !Files.exists(broker(settings))) {
            throw new Settings.SettingException(
                    Settings.DATA_DIR,
                    settings.dataDir() + ", which has no embedded broker",
                    "the data folder of an installation, or " + BOOTSTRAP);
        }
        try {
            return new OfflineLog(KafkaModule.open(settings, services(settings), progress));
        } catch (Startup.StartupException e) {
            throw CommandException.failed(String.valueOf(e.getMessage()));
        }
    }

    private static Path broker(Settings settings) {
        return settings.dataDir().resolve(DataFolder.BROKER).resolve("meta.properties");
    }

    private static ServiceSettings services(Settings settings) {
        return ServiceSettings.from(settings, ProcessRole.ALL);
    }

    /** The settings of a cluster that settings name, with the retention of the audit log. */
    public static KafkaSettings cluster(Settings settings) {
        return KafkaModule.read(settings, services(settings)).orElseThrow();
    }

    /** Whether existing topics decide the number of partitions. */
    public static boolean adopts(Settings settings) {
        return KafkaModule.adopts(settings);
    }

    /** Whether a process uses the data folder. */
    public static boolean isRunning(Settings settings) {
        return FolderLocks.held(settings.dataDir());
    }

    /**
     * The same settings, which name another cluster.
     *
     * @param properties a file in place of all properties of Kafka clients
     */
    public static Settings withCluster(
            Map<String, String> written, String bootstrap, Optional<String> properties) {
        Map<String, String> moved = SettingSources.replaced(written, BOOTSTRAP, bootstrap);
        return Settings.from(
                properties.map(file -> ClientPropertiesReader.onlyOf(file, moved)).orElse(moved));
    }

    /**
     * The folder in which state stores are restored, which is made if it is missing.
     *
     * @throws CommandException if the data folder cannot be written
     */
    public static Path scratch(Settings settings) {
        Path folder = settings.dataDir().resolve(DataFolder.MIGRATION);
        try {
            PrivateFolder.create(folder);
            return folder;
        } catch (IOException e) {
            throw CommandException.failed("%s cannot be made: %s".formatted(folder, e));
        }
    }

    /** Notes that the data folder belongs to another log, so that the embedded broker does not start with the old one. */
    public static void leave(Settings settings, String bootstrap) {
        if (settings.bootstrap() != null) {
            return;
        }
        try {
            Files.writeString(MovedLog.of(settings), bootstrap + "\n", StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes what was derived from the log that was left, with its offsets. */
    public static void clear(Settings settings) {
        try {
            for (String name :
                    List.of(DataFolder.VIEWS, DataFolder.STREAMS, DataFolder.MIGRATION)) {
                delete(settings.dataDir().resolve(name));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes a folder with all that it has. */
    public static void delete(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            for (Path entry : entries) {
                if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
                    delete(entry);
                } else {
                    Files.delete(entry);
                }
            }
        }
        Files.delete(folder);
    }

    /** The connection to the log. */
    public KafkaSettings settings() {
        return log.settings();
    }

    @Override
    public void close() {
        log.close();
    }
}
