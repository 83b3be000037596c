package io.postrider.platform.disk;

import java.util.List;

/**
 * The free space at which each level begins, all of which follow from one mark.
 *
 * @param low below which writes are refused, in bytes; 0 for never
 */
public record DiskMarks(long low) {

    private static final List<DiskLevel> WORST_FIRST =
            List.of(DiskLevel.CRITICAL, DiskLevel.LOW, DiskLevel.TIGHT);

    public DiskMarks {
        if (low < 0) {
            throw new IllegalArgumentException("low: " + low + " (expected: 0 or more)");
        }
    }

    /** The level of a folder that was not watched before. */
    public DiskLevel at(long free) {
        return next(DiskLevel.AMPLE, free);
    }

    /** The level after another one, which is left only an eighth of the low mark above its own. */
    DiskLevel next(DiskLevel now, long free) {
        for (DiskLevel level : WORST_FIRST) {
            long margin = now.compareTo(level) >= 0 ? low / 8 : 0;
            if (free < mark(level) + margin) {
                return level;
            }
        }
        return DiskLevel.AMPLE;
    }

    private long mark(DiskLevel level) {
        return switch (level) {
            case AMPLE -> 0;
            case TIGHT -> low + low / 2;
            case LOW -> low;
            case CRITICAL -> low / 2;
        };
    }
}
