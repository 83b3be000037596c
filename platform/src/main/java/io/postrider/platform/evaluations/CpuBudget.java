package io.postrider.platform.evaluations;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The time on the processors that each lane may take in a minute. Beyond it a lane is slowed to a third, and at three times as
 * much it rests for five minutes.
 */
public final class CpuBudget {

    /** The pause of a lane that used three times its processor time. */
    private static final Duration PAUSE = Duration.ofMinutes(5);

    private static final long WINDOW_MILLIS = Duration.ofMinutes(1).toMillis();
    private static final int PAUSED_AT = 3;
    private static final int SLOWED_BY = 2;
    private static final int LANES_MAX = 100_000;

    /** Those that were evaluated last. */
    private final SequencedMap<String, Used> lanes = new LinkedHashMap<>(16, 0.75f, true);

    private final long nanos;
    private final boolean pausing;

    private record Used(long window, long before, long nanos, long restsUntil) {}

    /** @param pausing whether a lane rests that took three times its time */
    public CpuBudget(Duration perMinute, boolean pausing) {
        this.nanos = perMinute.toNanos();
        this.pausing = pausing;
    }

    /** Counts the processor time of an evaluation; true if the lane has just used three times its time. */
    synchronized boolean pauses(String lane, long taken, long nowMillis) {
        Used used = after(lanes.get(lane), taken, nowMillis);
        lanes.put(lane, used);
        if (lanes.size() > LANES_MAX) {
            lanes.pollFirstEntry();
        }
        return pauses(used);
    }

    private Used after(@Nullable Used old, long taken, long nowMillis) {
        long window = nowMillis / WINDOW_MILLIS;
        long before = old == null || old.window() != window ? 0 : old.nanos();
        Used used = new Used(window, before, before + taken, 0);
        long slowed = used.nanos() > nanos ? TimeUnit.NANOSECONDS.toMillis(SLOWED_BY * taken) : 0;
        long rest = pauses(used) ? PAUSE.toMillis() : slowed;
        return new Used(window, before, used.nanos(), nowMillis + rest);
    }

    private boolean pauses(Used used) {
        return pausing && used.before() < PAUSED_AT * nanos && used.nanos() >= PAUSED_AT * nanos;
    }

    /** Whether a lane is paused because of its processor time. */
    synchronized boolean rests(String lane, long nowMillis) {
        Used used = lanes.get(lane);
        return used != null && nowMillis < used.restsUntil();
    }
}
