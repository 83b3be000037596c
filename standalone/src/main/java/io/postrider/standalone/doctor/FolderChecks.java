package io.postrider.standalone.doctor;

import io.postrider.platform.disk.DiskLevel;
import io.postrider.platform.files.PrivateFolder;
import io.postrider.platform.secrets.SecretFiles;
import io.postrider.platform.settings.Settings;
import io.postrider.standalone.Preflight;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** Checks the folders of an installation and the disk of its data. */
final class FolderChecks {

    private static final String DATA = "data folder";
    private static final String SECRETS = "secrets";
    private static final String MEDIA = "media folder";
    private static final String DISK = "disk";
    private static final String DISK_MIN = "POSTRIDER_DISK_MIN_MB";
    private static final int RESTART_MIN_MB = 64;
    private static final Path PROCESS = Path.of("/proc/self");

    private final Preflight start;

    FolderChecks(Preflight start) {
        this.start = start;
    }

    List<Check> all() {
        return List.of(
                new Check(DATA, () -> List.of(data())),
                new Check(DISK, () -> List.of(disk())),
                new Check(SECRETS, () -> List.of(secrets())),
                new Check(MEDIA, () -> List.of(media())));
    }

    private Result data() throws IOException {
        Path folder = absolute(start.settings().dataDir());
        try {
            start.requireDataFolder();
        } catch (Settings.SettingException e) {
            return Result.fail(
                    DATA,
                    String.valueOf(e.getMessage()),
                    e.name().equals(Settings.KAFKA_PREFIX)
                            ? "correct " + e.name() + ", or choose another folder"
                            : "correct its owner and mode, or choose another one with " + e.name());
        }
        if (!Files.exists(folder)) {
            return Result.ok(DATA, folder + " does not exist; the start creates it");
        }
        if (!isOwn(folder)) {
            return Result.warn(
                    DATA,
                    "%s belongs to %s".formatted(folder, Files.getOwner(folder).getName()),
                    "run as this account, or change the owner unless it is a shared volume");
        }
        return Result.ok(
                DATA,
                folder
                        + (start.isRunning()
                                ? " is in use by a running instance"
                                : " is not in use"));
    }

    private static Path absolute(Path folder) {
        return folder.toAbsolutePath().normalize();
    }

    /** More strictly than a start: what root writes there is lost for the owner. */
    private static boolean isOwn(Path folder) throws IOException {
        return Files.exists(PROCESS)
                ? Files.getOwner(PROCESS).equals(Files.getOwner(folder))
                : PrivateFolder.isOwn(folder);
    }

    private Result disk() throws IOException {
        Path folder = absolute(start.settings().dataDir());
        long free = Files.getFileStore(PrivateFolder.existing(folder)).getUsableSpace();
        String text = start.settings().text(DISK_MIN).orElse("1024");
        if (!text.matches("[0-9]{1,9}")) {
            return Result.fail(
                    DISK,
                    DISK_MIN + " is '" + text + "'; it must be a whole number of megabytes",
                    "correct or unset it");
        }
        long least = least(folder, Long.parseLong(text));
        if (free >> 20 < least) {
            return Result.fail(
                    DISK,
                    "only %d MiB are free in %s; at least %d are required (%s)"
                            .formatted(free >> 20, folder, least, DISK_MIN),
                    "free some space, or choose a folder on another disk");
        }
        DiskLevel level = start.disk().at(free);
        return level == DiskLevel.AMPLE
                ? Result.ok(DISK, "%d MiB are free".formatted(free >> 20))
                : Result.warn(
                        DISK,
                        "only %d MiB are free: level %s".formatted(free >> 20, level),
                        "free some space; docs/operating.md lists the effects of each level");
    }

    /** A process that ran here may run again, as the start script has it. */
    private static long least(Path folder, long asked) {
        return Files.exists(folder.resolve("kafka/meta.properties"))
                ? Math.min(asked, RESTART_MIN_MB)
                : asked;
    }

    private Result secrets() throws IOException {
        Path folder = absolute(start.secrets());
        if (!Files.exists(folder)) {
            return creatable(SECRETS, folder);
        }
        if (!Files.isReadable(folder) || !Files.isExecutable(folder)) {
            return Result.fail(
                    SECRETS, folder + " cannot be read", "give this account access to the folder");
        }
        try {
            if (SecretFiles.existing(folder).isEmpty()) {
                return Result.warn(
                        SECRETS,
                        folder + " lacks the pepper or the master key, which the start creates",
                        "restore them if the installation is not new");
            }
        } catch (SecretFiles.UnusableSecretsException e) {
            return Result.fail(
                    SECRETS, String.valueOf(e.getMessage()), "restore the files from a backup");
        }
        return PrivateFolder.isWide(folder)
                ? Result.warn(
                        SECRETS,
                        folder + " can be read by other accounts",
                        "close it with chmod 700")
                : Result.ok(SECRETS, folder + " has the pepper and the master key");
    }

    private Result media() throws IOException {
        Path folder = absolute(start.media());
        return Files.exists(folder) ? writable(MEDIA, folder) : creatable(MEDIA, folder);
    }

    private static Result writable(String check, Path folder) {
        try {
            PrivateFolder.check(folder, Set.of());
            return Result.ok(check, folder + " is writable");
        } catch (PrivateFolder.PermissionsException _) {
            return Result.ok(check, folder + " is writable");
        } catch (IOException e) {
            return unusable(check, e);
        }
    }

    private static Result creatable(String check, Path folder) {
        try {
            PrivateFolder.check(folder, Set.of());
            return Result.ok(check, folder + " does not exist; the start creates it");
        } catch (IOException e) {
            return unusable(check, e);
        }
    }

    private static Result unusable(String check, IOException failure) {
        return Result.fail(
                check,
                String.valueOf(failure.getMessage()),
                "correct its owner and mode, or choose another folder");
    }
}
