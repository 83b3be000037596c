package io.postrider.redirects.spool;

import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The head of one lane: reads unacknowledged records and releases acknowledged ones; for one thread. */
final class LaneReader {

    private static final Logger LOGGER = LoggerFactory.getLogger(LaneReader.class);

    private final LaneLog log;
    private final CRC32C crc = new CRC32C();
    private @Nullable Segment segment;
    private long position;
    private long sequence;
    private long corruptTo;
    private long stuckAt;

    LaneReader(LaneLog log) {
        this.log = log;
        rewind();
        acknowledge(log.acknowledged(), place());
    }

    LaneId id() {
        return log.id();
    }

    /** The sequence that the next record to be read has. */
    long sequence() {
        return sequence;
    }

    /** The position of the next record in the lane, in bytes. */
    long place() {
        Segment current = segment;
        return current == null ? log.appendedTo() : current.base() + position;
    }

    /** Whether {@link #read} would return a record. */
    boolean isReady() {
        return hasMore() && sequence != stuckAt;
    }

    private boolean hasMore() {
        return sequence <= log.appended();
    }

    long acknowledged() {
        return log.acknowledged();
    }

    /** Returns to the first unacknowledged record. */
    void rewind() {
        Segment head = log.head();
        segment = head;
        position = Segment.START;
        sequence = head == null ? log.appended() + 1 : head.first();
        long target = log.acknowledged() + 1;
        boolean moves = true;
        while (moves && sequence < target) {
            Segment current = enter(target);
            moves = current != null && sequence < target && skip(current);
        }
    }

    private boolean skip(Segment current) {
        int length = current.lengthAt(position);
        if (length <= 0) {
            return leave(current);
        }
        pass(current, length);
        return true;
    }

    /** The next record, or null when there is none yet. */
    @Nullable SpooledRecord read() {
        while (hasMore()) {
            Segment current = enter(sequence);
            if (current == null) {
                return null;
            }
            long place = place();
            long number = sequence;
            int length = current.lengthAt(position);
            byte[] payload = length > 0 ? pass(current, length) : null;
            if (payload != null) {
                return new SpooledRecord(number, payload, place);
            }
            if (length <= 0 && !leave(current)) {
                return null;
            }
        }
        return null;
    }

    /** Moves on to the last segment that begins at or before the target. */
    private @Nullable Segment enter(long target) {
        Segment next = segment == null ? null : segment.next();
        while (next != null && next.first() <= target) {
            begin(next);
            next = next.next();
        }
        return segment;
    }

    private void begin(Segment next) {
        segment = next;
        position = Segment.START;
        sequence = next.first();
    }

    /** Moves over one frame; null when its payload is damaged. */
    private byte @Nullable [] pass(Segment current, int length) {
        byte[] payload = current.payload(position, length, sequence, crc);
        if (payload == null) {
            noteCorrupt(sequence, sequence);
        }
        sequence++;
        position += Segment.frameBytes(length);
        return payload;
    }

    /** Gives up the rest of a segment whose frames cannot be separated, once the start of the next one is known. */
    private boolean leave(Segment current) {
        Segment next = current.next();
        if (next == null) {
            noteCorrupt(sequence, sequence);
            stuckAt = sequence;
            return false;
        }
        noteCorrupt(sequence, next.first() - 1);
        begin(next);
        return true;
    }

    private void noteCorrupt(long from, long to) {
        long unseen = Math.max(from, corruptTo + 1);
        if (unseen > to) {
            return;
        }
        corruptTo = to;
        log.addCorrupt(to - unseen + 1);
        LOGGER.atWarn()
                .addKeyValue("lane", log.id().name())
                .addKeyValue("from", unseen)
                .addKeyValue("to", to)
                .log("Spooled records are damaged; skipping them");
    }

    /**
     * Marks everything up to a sequence number as delivered or given up.
     *
     * @param place position of the first record after it
     */
    void acknowledge(long upTo, long place) {
        log.acknowledge(upTo, place);
        Segment head = log.head();
        while (head != null && isDone(head, upTo)) {
            Segment next = head.next();
            if (segment == head) {
                leaveReleased(next);
            }
            log.releaseHead(head);
            head = next;
        }
    }

    private boolean isDone(Segment head, long upTo) {
        Segment next = head.next();
        return next == null ? !log.isWritten() && upTo >= log.appended() : next.first() <= upTo + 1;
    }

    private void leaveReleased(@Nullable Segment next) {
        if (next == null) {
            segment = null;
        } else {
            begin(next);
        }
    }
}
