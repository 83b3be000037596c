package io.postrider.platform.views;

import java.nio.ByteBuffer;

/**
 * The applied position of one partition.
 *
 * @param next the offset to read next
 * @param leaderEpoch the leader epoch of what was read last, by which a cut-off log is noticed; -1 if unknown
 * @param command in a partition of events: the command up to which all are applied; -1 if none
 */
public record AppliedOffset(long next, int leaderEpoch, long command) {

    private static final int BYTES = Long.BYTES + Integer.BYTES + Long.BYTES;

    public static AppliedOffset at(long next) {
        return new AppliedOffset(next, -1, -1);
    }

    AppliedOffset withCommand(long command) {
        return new AppliedOffset(next, leaderEpoch, command);
    }

    /** The same, but at most at an offset. */
    AppliedOffset notAfter(long offset) {
        return offset >= next ? this : new AppliedOffset(offset, leaderEpoch, command);
    }

    byte[] encode() {
        return ByteBuffer.allocate(BYTES)
                .putLong(next)
                .putInt(leaderEpoch)
                .putLong(command)
                .array();
    }

    static AppliedOffset decode(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new AppliedOffset(buffer.getLong(), buffer.getInt(), buffer.getLong());
    }
}
