package io.postrider.redirects.spool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The name under which this folder numbers its clicks, and the boot of the machine in which it began to.
 *
 * <p>A power cut can remove the newest records from the disk after Kafka has received them. Their numbers must never be used
 * again, or consumers drop the new clicks as duplicates. So a name is valid for one boot only.
 */
record NodeIdentity(String id, String boot) {

    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
    private static final Pattern ID = Pattern.compile("[0-9a-f]{20}");
    private static final int ID_BYTES = 10;

    static NodeIdentity fresh(String boot) {
        byte[] random = new byte[ID_BYTES];
        new SecureRandom().nextBytes(random);
        return new NodeIdentity(HexFormat.of().formatHex(random), boot);
    }

    /** The identity in these lines, or null if they do not contain one. */
    static @Nullable NodeIdentity parse(List<String> lines) {
        boolean whole = lines.size() == 2 && isId(lines.getFirst());
        return whole ? new NodeIdentity(lines.getFirst(), lines.getLast()) : null;
    }

    static boolean isId(String name) {
        return ID.matcher(name).matches();
    }

    /** The machine's current boot; empty if the system does not provide it. */
    static String currentBoot() throws IOException {
        return Files.isReadable(BOOT_ID) ? Files.readString(BOOT_ID).strip() : "";
    }

    /** Whether numbering may continue under this name in the given boot. */
    boolean livesIn(String currentBoot) {
        return !boot.isEmpty() && boot.equals(currentBoot);
    }

    String lines() {
        return id + "\n" + boot + "\n";
    }
}
