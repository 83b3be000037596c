package io.postrider.redirects.spool;

import java.time.Duration;

/**
 * The number of lanes of the click spool, and its disk space.
 *
 * @param lanes number of lanes, one per event loop
 * @param segmentBytes size of one segment file in bytes
 * @param bytesMax disk space of all segments of all lanes in bytes
 * @param forceInterval interval at which appended records are forced to the disk; zero leaves that to the operating system
 */
public record SpoolSettings(int lanes, long segmentBytes, long bytesMax, Duration forceInterval) {

    public static final long SEGMENT_BYTES_DEFAULT = 16L << 20;
    public static final long BYTES_MAX_DEFAULT = 2L << 30;
    public static final Duration FORCE_INTERVAL_DEFAULT = Duration.ofMillis(50);

    private static final int LANES_MAX = 1024;
    private static final long SEGMENT_BYTES_MIN = 4096;
    private static final long SEGMENT_BYTES_LIMIT = 1L << 30;
    private static final Duration FORCE_INTERVAL_MAX = Duration.ofMinutes(1);

    public SpoolSettings {
        require(lanes >= 1 && lanes <= LANES_MAX, "lanes must be 1 to 1024: " + lanes);
        require(
                segmentBytes >= SEGMENT_BYTES_MIN
                        && segmentBytes <= SEGMENT_BYTES_LIMIT
                        && segmentBytes % Segment.ALIGNMENT == 0,
                "segmentBytes must be 4 KiB to 1 GiB and a multiple of 8: " + segmentBytes);
        require(
                bytesMax >= bytesMin(lanes, segmentBytes),
                "bytesMax must hold two segments a lane: " + bytesMax);
        require(
                !forceInterval.isNegative() && forceInterval.compareTo(FORCE_INTERVAL_MAX) <= 0,
                "forceInterval must be 0 to 1 minute: " + forceInterval);
    }

    /** Settings of a spool that survives the end of the process, but leaves power cuts to luck. */
    public SpoolSettings(int lanes, long segmentBytes, long bytesMax) {
        this(lanes, segmentBytes, bytesMax, Duration.ZERO);
    }

    /** The defaults for a number of lanes. */
    public static SpoolSettings of(int lanes) {
        return new SpoolSettings(
                lanes,
                SEGMENT_BYTES_DEFAULT,
                Math.max(BYTES_MAX_DEFAULT, bytesMin(lanes, SEGMENT_BYTES_DEFAULT)));
    }

    /** The same, with records forced to the disk at the default interval. */
    public SpoolSettings forced() {
        return new SpoolSettings(lanes, segmentBytes, bytesMax, FORCE_INTERVAL_DEFAULT);
    }

    boolean forces() {
        return !forceInterval.isZero();
    }

    private static long bytesMin(int lanes, long segmentBytes) {
        return 2L * lanes * segmentBytes;
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }
}
