package io.postrider.standalone.broker;

import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.common.utils.Time;

/**
 * A clock that ends the session of a killed broker soon: it runs fast until it is switched to run {@link #steady steadily}, at
 * the end of the start, or from the beginning if no broker was killed.
 *
 * <p>The controller lets a broker register only once its previous session is over, and fences a broker whose session ends. A
 * session long enough for a busy machine would delay every start after a kill, though the lock of the folder has proved that no
 * other broker runs; a short one would fence the only broker whenever the disk or the processors are slow.
 */
final class StartClock implements Time {

    /** Factor of the clock's speed during the start. */
    static final int HURRY = 9;

    private final LongSupplier real;
    private final long begun;
    private volatile long ahead = -1;

    /** @param real monotonic, in nanoseconds */
    StartClock(LongSupplier real) {
        this.real = real;
        this.begun = real.getAsLong();
    }

    /** From now on it runs as all clocks do; nothing if it does already. */
    void steady() {
        if (ahead < 0) {
            ahead = lead(real.getAsLong());
        }
    }

    @Override
    public long nanoseconds() {
        long now = real.getAsLong();
        long fixed = ahead;
        return now + (fixed < 0 ? lead(now) : fixed);
    }

    @Override
    public long milliseconds() {
        return SYSTEM.milliseconds();
    }

    @Override
    public void sleep(long ms) {
        SYSTEM.sleep(ms);
    }

    @Override
    public void waitObject(Object obj, Supplier<Boolean> condition, long deadlineMs)
            throws InterruptedException {
        SYSTEM.waitObject(obj, condition, deadlineMs);
    }

    private long lead(long now) {
        return (now - begun) * (HURRY - 1);
    }
}
