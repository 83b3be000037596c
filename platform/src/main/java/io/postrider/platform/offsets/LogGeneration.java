package io.postrider.platform.offsets;

import io.postrider.platform.hashes.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Which log the positions in tokens and cursors belong to: a hash of the ID of its cluster and the prefix of its names. A process
 * works on one log, which is known before its first request.
 */
public final class LogGeneration {

    private static volatile int current;

    private LogGeneration() {}

    /**
     * Sets the log of this process.
     *
     * @param id ID of its cluster behind the prefix of its names
     */
    public static void set(String id) {
        current =
                ByteBuffer.wrap(Sha256.digest().digest(id.getBytes(StandardCharsets.UTF_8)))
                        .getInt();
    }

    /** The log of this process; 0 before it is known. */
    public static int current() {
        return current;
    }
}
