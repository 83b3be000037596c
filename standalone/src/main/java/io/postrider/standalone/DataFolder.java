package io.postrider.standalone;

import io.postrider.platform.files.PrivateFolder;
import io.postrider.platform.settings.Settings;
import io.postrider.platform.settings.Settings.SettingException;
import io.postrider.standalone.firstrun.FirstRun;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The data folder of a process: its layout, and its access rights, which exclude other accounts. */
final class DataFolder {

    static final String BROKER = "kafka";
    static final String SCHEMA_IDS = "schema-ids";
    static final String MEDIA = "media";
    static final String SPOOL = "spool";

    /** The setting of the folder of the secrets, if it is not in the data folder. */
    static final String SECRETS_DIR = "POSTRIDER_SECRETS_DIR";

    private static final String SECRETS = "secrets";
    static final String STREAMS = "streams";
    static final String VIEWS = "views";

    /** State stores that a move to another cluster reads. */
    static final String MIGRATION = "migration";

    /** What the names of applications begin with behind the prefix. */
    private static final String APPLICATION = "postrider-";

    private static final Set<String> OURS =
            Stream.concat(
                            FirstRun.FILES.stream(),
                            Stream.of(
                                    BROKER,
                                    MEDIA,
                                    SCHEMA_IDS,
                                    SECRETS,
                                    SPOOL,
                                    STREAMS,
                                    VIEWS,
                                    MIGRATION,
                                    MovedLog.NAME,
                                    ClientFile.NAME))
                    .collect(Collectors.toUnmodifiableSet());

    private final Path root;

    private DataFolder(Path root) {
        this.root = root;
    }

    /**
     * Makes the folder and those of derived data; the other folders are made by the parts that write them.
     *
     * @throws SettingException if the folder cannot be used or cannot be closed to other accounts
     */
    static DataFolder claim(Settings settings) {
        Path root = settings.dataDir();
        try {
            PrivateFolder.claim(root, OURS);
            PrivateFolder.claim(root.resolve(VIEWS));
            PrivateFolder.claim(root.resolve(STREAMS));
        } catch (IOException e) {
            throw new SettingException(
                    Settings.DATA_DIR,
                    root.toString(),
                    "a folder for this account alone; " + reason(e));
        }
        requirePrefix(settings);
        return new DataFolder(root);
    }

    /**
     * Checks without a change whether a start could use the folder.
     *
     * @throws SettingException if not
     */
    static void check(Settings settings) {
        Path root = settings.dataDir();
        try {
            PrivateFolder.check(root, OURS);
        } catch (IOException e) {
            throw new SettingException(
                    Settings.DATA_DIR,
                    root.toString(),
                    "a folder for this account alone; " + e.getMessage());
        }
        requirePrefix(settings);
    }

    /**
     * Requires that the state in the folder is of this prefix: with another one the process would begin anew, as a new
     * installation. The names of applications tell.
     */
    private static void requirePrefix(Settings settings) {
        Path root = settings.dataDir();
        String ours = settings.kafkaPrefix();
        try (DirectoryStream<Path> applications = Files.newDirectoryStream(streams(root))) {
            for (Path application : applications) {
                String name = application.getFileName().toString();
                int end = name.indexOf(APPLICATION);
                if (end >= 0 && !name.substring(0, end).equals(ours)) {
                    throw new SettingException(
                            Settings.KAFKA_PREFIX,
                            shown(ours),
                            "%s, as in the data folder %s; another installation needs another folder"
                                    .formatted(shown(name.substring(0, end)), root));
                }
            }
        } catch (IOException _) {
            // There are none yet.
        }
    }

    private static String shown(String prefix) {
        return prefix.isEmpty() ? "no prefix" : prefix;
    }

    /** The folder of an installation's secrets, which may be outside of the data folder. */
    static Path secrets(Settings settings) {
        return settings.text(SECRETS_DIR)
                .map(text -> Settings.parsed(SECRETS_DIR, text, Path::of))
                .orElseGet(() -> settings.dataDir().resolve(SECRETS));
    }

    /** A file or folder in it. */
    Path resolve(String name) {
        return root.resolve(name);
    }

    /** The folder of one RocksDB of views. */
    Path views(String name) {
        return root.resolve(VIEWS).resolve(name);
    }

    /** The folder of Kafka Streams, which opens it to the account's group: so it lies in one that is closed. */
    Path streams() {
        return streams(root);
    }

    private static Path streams(Path root) {
        return root.resolve(STREAMS).resolve("applications");
    }

    private static String reason(IOException e) {
        return e instanceof PrivateFolder.PermissionsException
                ? String.valueOf(e.getMessage())
                : e.toString();
    }
}
