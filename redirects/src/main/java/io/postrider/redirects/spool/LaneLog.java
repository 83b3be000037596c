package io.postrider.redirects.spool;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The shared state of the writer, the reader and the keeper of one lane: its chain of segments and their positions.
 *
 * <p>The writer owns the end of the chain, the reader its head; the keeper creates spare segments and deletes released ones, so
 * that neither writer nor reader ever waits for the file system. Positions are counted in bytes from the first segment that was
 * found at opening.
 */
final class LaneLog {

    private final LaneId id;
    private final Path folder;
    private final AckFile ackFile;
    private final AtomicLong appended = new AtomicLong();
    private final AtomicLong appendedTo = new AtomicLong();
    private final AtomicLong acknowledged = new AtomicLong();
    private final AtomicLong acknowledgedTo = new AtomicLong();
    private final AtomicLong rejected = new AtomicLong();
    private final AtomicLong corrupt = new AtomicLong();
    private final AtomicReference<@Nullable Segment> spare = new AtomicReference<>();
    private final Queue<Segment> released = new ConcurrentLinkedQueue<>();
    private final PendingAge age = new PendingAge();
    private volatile boolean spareWanted;
    private volatile boolean written;
    private volatile @Nullable Segment head;
    private @Nullable Segment newest;

    LaneLog(LaneId id, Path folder, AckFile ackFile) {
        this.id = id;
        this.folder = folder;
        this.ackFile = ackFile;
    }

    LaneId id() {
        return id;
    }

    Path folder() {
        return folder;
    }

    /** The disk space of the chain as it was found or made at opening. */
    long allocatedBytes() {
        long bytes = 0;
        for (Segment segment = head; segment != null; segment = segment.next()) {
            bytes += segment.bytes();
        }
        return bytes;
    }

    /** Appends a recovered segment to the chain. */
    void adopt(Segment segment) {
        Segment last = newest;
        if (last == null) {
            head = segment;
        } else {
            last.link(segment);
        }
        newest = segment;
    }

    /** Sets the lane's end and acknowledgement found by the recovery. */
    void restore(long lastSequence, long end, long acknowledgedSequence) {
        appended.set(lastSequence);
        appendedTo.set(end);
        acknowledged.set(acknowledgedSequence);
    }

    /** Makes sure that a writer finds a segment to append to, and returns it. */
    Segment openForWriting(long segmentBytes) throws IOException {
        written = true;
        Segment last = newest;
        if (last == null) {
            last = createSegment(segmentBytes);
            last.activate(appended.get() + 1);
            head = last;
            appendedTo.set(last.base() + Segment.START);
        }
        return last;
    }

    Segment createSegment(long bytes) throws IOException {
        Segment last = newest;
        long ordinal = last == null ? 1 : last.ordinal() + 1;
        long base = last == null ? 0 : last.base() + last.bytes();
        Path file = folder.resolve(fileName(ordinal));
        Segment segment = Segment.create(file, ordinal, base, bytes);
        newest = segment;
        return segment;
    }

    static String fileName(long ordinal) {
        return String.format(Locale.ROOT, "%016d%s", ordinal, LaneRecovery.SUFFIX);
    }

    long appended() {
        return appended.getAcquire();
    }

    long appendedTo() {
        return appendedTo.getAcquire();
    }

    /** Called by the writer only, after a frame is in place. */
    void appended(long sequence, long end) {
        appendedTo.setRelease(end);
        appended.setRelease(sequence);
    }

    long acknowledged() {
        return acknowledged.get();
    }

    void acknowledge(long sequence, long place) {
        acknowledgedTo.set(place);
        if (sequence > acknowledged.get()) {
            ackFile.write(sequence);
            acknowledged.set(sequence);
        }
    }

    long pendingRecords() {
        return Math.max(0, appended() - acknowledged());
    }

    long pendingBytes() {
        return Math.max(0, appendedTo() - acknowledgedTo.get());
    }

    /** Looks how old the oldest record is; for the keeper. */
    void lookAtAge(long nowNanos) {
        age.look(appended(), acknowledged(), nowNanos);
    }

    long oldestNanos(long nowNanos) {
        return age.nanos(nowNanos);
    }

    long rejected() {
        return rejected.getAcquire();
    }

    void reject() {
        rejected.setRelease(rejected.getPlain() + 1);
    }

    long corrupt() {
        return corrupt.get();
    }

    void addCorrupt(long records) {
        corrupt.addAndGet(records);
    }

    boolean spareWanted() {
        return spareWanted;
    }

    void wantSpare() {
        spareWanted = true;
    }

    void offerSpare(Segment segment) {
        spareWanted = false;
        spare.set(segment);
    }

    boolean hasSpare() {
        return spare.getAcquire() != null;
    }

    @Nullable Segment takeSpare() {
        return hasSpare() ? spare.getAndSet(null) : null;
    }

    /** Whether a writer may still append, so that the last segment must stay. */
    boolean isWritten() {
        return written;
    }

    @Nullable Segment head() {
        return head;
    }

    /** Passes the head to the keeper for deletion and makes its successor the head. */
    void releaseHead(Segment segment) {
        head = segment.next();
        released.add(segment);
    }

    @Nullable Segment pollReleased() {
        return released.poll();
    }

    void unmap() {
        for (Segment segment = head; segment != null; segment = segment.next()) {
            segment.unmap();
        }
        Segment unused = takeSpare();
        if (unused != null) {
            unused.unmap();
        }
        ackFile.unmap();
    }
}
