package io.postrider.redirects.spool;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Forces one lane's newly appended bytes to the disk, each byte once. */
final class LaneForce {

    private final LaneLog log;
    private @Nullable Segment segment;
    private long from;

    LaneForce(LaneLog log) {
        this.log = log;
        this.segment = log.head();
    }

    void run() throws IOException {
        long end = log.appendedTo();
        Segment current = segment;
        while (current != null) {
            long to = Math.min(end - current.base(), current.bytes());
            if (from == 0) {
                SpoolFolder.force(log.folder());
            }
            if (to > from) {
                current.force(from, to);
                from = to;
            }
            Segment next = current.next();
            if (next == null || end <= next.base()) {
                return;
            }
            begin(next);
            current = next;
        }
    }

    /** Acknowledged records need not be forced to the disk. */
    void forget(Segment released) {
        if (segment == released) {
            begin(released.next());
        }
    }

    private void begin(@Nullable Segment next) {
        segment = next;
        from = 0;
    }
}
