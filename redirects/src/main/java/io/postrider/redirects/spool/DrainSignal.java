package io.postrider.redirects.spool;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Wakes the drainer, at the cost of a system call only when it has announced that it sleeps.
 *
 * <p>A drainer that has work polls instead of announcing, so a busy event loop never pays for the waking.
 */
final class DrainSignal {

    /** The events that wake the drainer. */
    enum Sleep {
        AWAKE,
        UNTIL_RESULT,
        UNTIL_ANYTHING
    }

    private final AtomicReference<Sleep> sleep = new AtomicReference<>(Sleep.AWAKE);
    private volatile @Nullable Thread drainer;

    void listen(Thread thread) {
        drainer = thread;
    }

    /** Called by writers after a record has become visible; the fence pairs with the one in {@link #await}. */
    void appended() {
        VarHandle.fullFence();
        if (sleep.getOpaque() == Sleep.UNTIL_ANYTHING) {
            wake();
        }
    }

    /** Called by the producer's thread after a result has become visible. */
    void resolved() {
        VarHandle.fullFence();
        if (sleep.getOpaque() != Sleep.AWAKE) {
            wake();
        }
    }

    void stop() {
        sleep.set(Sleep.AWAKE);
        LockSupport.unpark(drainer);
    }

    private void wake() {
        if (sleep.getAndSet(Sleep.AWAKE) != Sleep.AWAKE) {
            LockSupport.unpark(drainer);
        }
    }

    /** Sleeps unless there is work already; work that arrives between the check and the sleep wakes it. */
    void await(Sleep kind, long nanos, BooleanSupplier work) {
        sleep.set(kind);
        VarHandle.fullFence();
        if (!work.getAsBoolean()) {
            LockSupport.parkNanos(this, nanos);
        }
        sleep.set(Sleep.AWAKE);
    }

    /** Sleeps without being woken by anything but {@link #stop}. */
    void pause(long nanos) {
        LockSupport.parkNanos(this, nanos);
    }
}
