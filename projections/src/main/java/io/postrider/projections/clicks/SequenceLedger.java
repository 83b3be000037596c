package io.postrider.projections.clicks;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Which sequences of one lane have been seen: the highest, and the gaps below it. A sender that loses its connection may
 * write 5 after 7, once; a sequence that was seen is never taken again.
 */
final class SequenceLedger {

    /** Beyond this many gaps the oldest is given up; a gap comes from a sender's failure, not from traffic. */
    private static final int GAPS_MAX = 64;

    /** Longer than raw clicks are kept, and than any spool is expected to wait for its node. */
    private static final long KEPT_MILLIS = Duration.ofDays(30).toMillis();

    private long highest;
    private long lastAt;

    /** First missing sequence to last missing sequence, both inclusive. */
    private final NavigableMap<Long, Long> gaps = new TreeMap<>();

    static SequenceLedger read(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        SequenceLedger ledger = new SequenceLedger();
        ledger.highest = in.getLong();
        ledger.lastAt = in.getLong();
        while (in.hasRemaining()) {
            ledger.gaps.put(in.getLong(), in.getLong());
        }
        return ledger;
    }

    byte[] bytes() {
        ByteBuffer out = ByteBuffer.allocate(Long.BYTES * (2 + 2 * gaps.size()));
        out.putLong(highest);
        out.putLong(lastAt);
        gaps.forEach((first, last) -> out.putLong(first).putLong(last));
        return out.array();
    }

    /** Notes the time of a record of the lane. */
    void note(long at) {
        lastAt = Math.max(lastAt, at);
    }

    /** Whether the lane has sent nothing for so long that it is taken for gone. */
    boolean isOver(long now) {
        return now - lastAt > KEPT_MILLIS;
    }

    /** Takes a sequence; false if it was taken before. */
    boolean take(long sequence) {
        if (sequence > highest) {
            if (sequence > highest + 1) {
                gaps.put(highest + 1, sequence - 1);
                if (gaps.size() > GAPS_MAX) {
                    gaps.pollFirstEntry();
                }
            }
            highest = sequence;
            return true;
        }
        Map.Entry<Long, Long> gap = gaps.floorEntry(sequence);
        if (gap == null || gap.getValue() < sequence) {
            return false;
        }
        gaps.remove(gap.getKey());
        if (gap.getKey() < sequence) {
            gaps.put(gap.getKey(), sequence - 1);
        }
        if (sequence < gap.getValue()) {
            gaps.put(sequence + 1, gap.getValue());
        }
        return true;
    }
}
