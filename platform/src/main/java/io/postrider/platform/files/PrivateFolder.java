package io.postrider.platform.files;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Creates folders of mode 0700, and restricts those that other accounts of the machine can read. */
public final class PrivateFolder {

    private static final Set<PosixFilePermission> OWNER =
            PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> OTHERS =
            PosixFilePermissions.fromString("------rwx");

    /** Linux makes it in the root of a file system. */
    private static final String LOST_AND_FOUND = "lost+found";

    private static final String USER_ID = "unix:uid";
    private static final Integer ROOT = 0;

    private PrivateFolder() {}

    /** Other accounts can read a folder, and this process must not or cannot change that; the message says why. */
    public static final class PermissionsException extends IOException {
        PermissionsException(Path folder, Set<PosixFilePermission> mode, String why) {
            super(
                    "%s has mode %s, so that other accounts can read it, and %s"
                            .formatted(folder, PosixFilePermissions.toString(mode), why));
        }
    }

    /** Creates a folder, with its parents, if it is missing; an existing one is unchanged. */
    public static void create(Path folder) throws IOException {
        // A link to a folder counts as a folder.
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder, attributes());
        }
    }

    /**
     * Creates a folder that only this process uses, or restricts an existing one.
     *
     * @throws PermissionsException if another account owns the folder, and accounts outside the folder's group can read it
     */
    public static void claim(Path folder) throws IOException {
        create(folder);
        close(folder);
    }

    /**
     * The same for a folder that an operator named, which may be one that others need: it is closed only if it holds
     * nothing but entries of the given names.
     *
     * @throws PermissionsException if it holds anything else and other accounts can read it, too
     */
    public static void claim(Path folder, Set<String> ours) throws IOException {
        create(folder);
        if (isWide(folder)) {
            requireOurs(folder, ours);
        }
        close(folder);
    }

    /**
     * Checks without a change whether {@link #claim} would accept a folder and this process can write to it.
     *
     * @throws IOException if not
     */
    public static void check(Path folder, Set<String> ours) throws IOException {
        if (!Files.exists(folder)) {
            requireWritable(existing(folder), "%s cannot be created in it".formatted(folder));
            return;
        }
        requireWritable(folder, "it must be a folder that this account can write to");
        if (isWide(folder)) {
            requireOurs(folder, ours);
            if (!isOwn(folder)) {
                requireClosedToOthers(folder, null);
            }
        }
    }

    /** Whether the account of this process owns a folder or may change its mode anyway. */
    public static boolean isOwn(Path folder) throws IOException {
        if (!hasModes()) {
            return true;
        }
        Path process = Path.of("/proc/self");
        if (!Files.exists(process)) {
            return Files.getOwner(folder).getName().equals(System.getProperty("user.name"));
        }
        Object account = Files.getAttribute(process, USER_ID);
        return account.equals(ROOT) || account.equals(Files.getAttribute(folder, USER_ID));
    }

    /** The folder itself, or the closest one above it that exists. */
    public static Path existing(Path folder) {
        Path found = folder.toAbsolutePath().normalize();
        while (!Files.exists(found) && found.getParent() != null) {
            found = found.getParent();
        }
        return found;
    }

    private static void requireWritable(Path folder, String why) throws IOException {
        if (!Files.isDirectory(folder)
                || !Files.isWritable(folder)
                || !Files.isExecutable(folder)) {
            throw new AccessDeniedException(folder.toString(), null, why);
        }
    }

    private static void close(Path folder) throws IOException {
        if (!isWide(folder)) {
            return;
        }
        try {
            Files.setPosixFilePermissions(folder, OWNER);
        } catch (IOException e) {
            requireClosedToOthers(folder, e);
            return;
        }
        if (isWide(folder)) {
            throw new PermissionsException(
                    folder,
                    Files.getPosixFilePermissions(folder),
                    "its file system keeps the mode as it is");
        }
    }

    /** A volume of a container often belongs to another account, and lets this process in by the group. */
    private static void requireClosedToOthers(Path folder, @Nullable IOException refusal)
            throws IOException {
        Set<PosixFilePermission> mode = Files.getPosixFilePermissions(folder);
        if (OTHERS.stream().anyMatch(mode::contains)) {
            PermissionsException wide =
                    new PermissionsException(
                            folder,
                            mode,
                            "it belongs to "
                                    + Files.getOwner(folder).getName()
                                    + "; close it with chmod o= or choose another one");
            wide.initCause(refusal);
            throw wide;
        }
    }

    private static void requireOurs(Path folder, Set<String> ours) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            Optional<String> stranger =
                    entries.map(entry -> entry.getFileName().toString())
                            .filter(name -> !isOurs(name, ours))
                            .sorted()
                            .findFirst();
            if (stranger.isPresent()) {
                throw new PermissionsException(
                        folder,
                        Files.getPosixFilePermissions(folder),
                        "it holds "
                                + stranger.get()
                                + ", which is not Postrider's; close it with chmod 700 or choose"
                                + " another one");
            }
        }
    }

    private static boolean isOurs(String name, Set<String> ours) {
        return name.equals(LOST_AND_FOUND)
                || ours.contains(name)
                || (name.endsWith(PrivateFile.DRAFT)
                        && ours.contains(
                                name.substring(0, name.length() - PrivateFile.DRAFT.length())));
    }

    /** Whether other accounts can use a folder. */
    public static boolean isWide(Path folder) throws IOException {
        if (!hasModes()) {
            return false;
        }
        return !OWNER.containsAll(Files.getPosixFilePermissions(folder));
    }

    private static FileAttribute<?>[] attributes() {
        return hasModes()
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER)}
                : new FileAttribute<?>[0];
    }

    private static boolean hasModes() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    }
}
