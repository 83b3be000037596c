package io.postrider.messaging.gateway;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.Executors;
import java.util.concurrent.Future.State;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Runs what is scheduled when its time has come by the clock of a test, on the thread of the test. */
final class TestTimer extends ScheduledThreadPoolExecutor {

    private final InstantSource clock;
    private final AtomicLong numbers = new AtomicLong();
    private final PriorityQueue<Due<?>> waiting =
            new PriorityQueue<>(
                    Comparator.comparing((Due<?> due) -> due.at()).thenComparingLong(Due::number));
    private @Nullable Thread runner;
    private boolean putOff;
    private int ended;

    TestTimer(InstantSource clock) {
        super(1);
        this.clock = clock;
    }

    /** What is due at a time. */
    private static final class Due<V> extends FutureTask<V> implements ScheduledFuture<V> {

        private final Instant at;
        private final long number;

        Due(Callable<V> work, Instant at, long number) {
            super(work);
            this.at = at;
            this.number = number;
        }

        Instant at() {
            return at;
        }

        long number() {
            return number;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int compareTo(Delayed other) {
            throw new UnsupportedOperationException();
        }
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable work, long delay, TimeUnit unit) {
        return schedule(Executors.callable(work), delay, unit);
    }

    @Override
    public synchronized <V> ScheduledFuture<V> schedule(
            Callable<V> work, long delay, TimeUnit unit) {
        putOff |= Thread.currentThread().equals(runner);
        Instant at = clock.instant().plus(Duration.of(delay, unit.toChronoUnit()));
        Due<V> due = new Due<>(work, at, numbers.getAndIncrement());
        waiting.add(due);
        return due;
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(
            Runnable work, long first, long delay, TimeUnit unit) {
        return schedule(
                () -> {
                    work.run();
                    var _ = scheduleWithFixedDelay(work, delay, delay, unit);
                },
                first,
                unit);
    }

    @Override
    public void execute(Runnable work) {
        var _ = schedule(work, 0, TimeUnit.MILLISECONDS);
    }

    /** When something is due next. */
    synchronized Optional<Instant> next() {
        return Optional.ofNullable(waiting.peek()).map(Due::at);
    }

    /** Runs what is due next, if its time has come; false if there is nothing. */
    boolean runNext() {
        Due<?> due;
        synchronized (this) {
            due = waiting.peek();
            if (due == null || due.at().isAfter(clock.instant())) {
                return false;
            }
            waiting.remove();
            putOff = false;
            runner = Thread.currentThread();
        }
        due.run();
        synchronized (this) {
            ended += putOff ? 0 : 1;
            runner = null;
        }
        if (due.state() == State.FAILED) {
            throw new AssertionError(due.exceptionNow());
        }
        return true;
    }

    /** How much has run that did not put itself off. */
    synchronized int ended() {
        return ended;
    }
}
