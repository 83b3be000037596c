package io.postrider.redirects.spool;

import java.util.Objects;
import java.util.zip.CRC32C;

/** The end of one lane, to which one event loop, and no other thread, appends its clicks. */
public final class SpoolLane {

    private static final int PAYLOAD_BYTES_LIMIT = 1 << 18;

    private final LaneLog log;
    private final SpoolKeeper keeper;
    private final DrainSignal signal;
    private final int payloadBytesMax;
    private final CRC32C crc = new CRC32C();
    private Segment segment;
    private long position;
    private long spareWantedFrom;
    private volatile boolean closed;

    SpoolLane(
            LaneLog log,
            Segment segment,
            SpoolKeeper keeper,
            DrainSignal signal,
            SpoolSettings settings) {
        this.log = log;
        this.keeper = keeper;
        this.signal = signal;
        this.payloadBytesMax = payloadBytesMax(settings.segmentBytes());
        this.segment = segment;
        this.position = log.appendedTo() - segment.base();
        this.spareWantedFrom = segment.bytes() / 2;
        if (position >= spareWantedFrom) {
            wantSpare();
        }
    }

    private static int payloadBytesMax(long segmentBytes) {
        long room = segmentBytes - Segment.START - Segment.frameBytes(0);
        return (int) Math.min(PAYLOAD_BYTES_LIMIT, room);
    }

    /** The lane's number within its node. */
    public int index() {
        return log.id().lane();
    }

    /** The number of the next record: 1 for the first, without gaps, never used twice. */
    public long nextSequence() {
        return log.appended() + 1;
    }

    /**
     * Appends the record for {@link #nextSequence()}; false when the spool is full or closed, and nothing has happened.
     */
    public boolean append(byte[] buffer, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, buffer.length);
        if (length == 0 || length > payloadBytesMax) {
            throw new IllegalArgumentException(
                    "A record must have 1 to " + payloadBytesMax + " bytes: " + length);
        }
        if (closed || (!segment.fits(position, length) && !roll())) {
            log.reject();
            return false;
        }
        long sequence = log.appended() + 1;
        int checksum = Segment.checksum(crc, sequence, buffer, offset, length);
        segment.write(position, buffer, offset, length, checksum);
        position += Segment.frameBytes(length);
        log.appended(sequence, segment.base() + position);
        if (position >= spareWantedFrom) {
            wantSpare();
        }
        signal.appended();
        return true;
    }

    /** Whether there is room for the next record of any length. */
    public boolean hasRoom() {
        if (closed) {
            return false;
        }
        boolean room = segment.fits(position, payloadBytesMax) || log.hasSpare();
        if (!room) {
            wantSpare();
        }
        return room;
    }

    private boolean roll() {
        Segment spare = log.takeSpare();
        if (spare == null) {
            wantSpare();
            return false;
        }
        spare.activate(log.appended() + 1);
        segment.link(spare);
        segment = spare;
        position = Segment.START;
        spareWantedFrom = spare.bytes() / 2;
        return true;
    }

    /** Once per segment; the keeper tries until it has one. */
    private void wantSpare() {
        if (spareWantedFrom == Long.MAX_VALUE) {
            return;
        }
        spareWantedFrom = Long.MAX_VALUE;
        log.wantSpare();
        keeper.wake();
    }

    void close() {
        closed = true;
    }
}
