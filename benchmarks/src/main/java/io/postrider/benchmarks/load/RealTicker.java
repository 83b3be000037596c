package io.postrider.benchmarks.load;

import java.util.concurrent.locks.LockSupport;

/** The machine's time. */
public final class RealTicker implements OpenLoop.Ticker {

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public void sleepUntil(long nanos) throws InterruptedException {
        for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }
}
