package io.postrider.platform.views;

import io.postrider.platform.limits.SharedCapacity;
import io.postrider.platform.meters.Bounds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Reads that wait until a command is applied: a bounded number of them, all answered by one thread of their own. */
public final class CommandWaiters implements AutoCloseable {

    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);
    private static final Comparator<Waiter> BY_OFFSET =
            Comparator.comparingLong((Waiter waiter) -> waiter.offset)
                    .thenComparingLong(waiter -> waiter.number);

    private final SharedCapacity places;
    private final ScheduledThreadPoolExecutor answering;
    private final Lock lock = new ReentrantLock();
    private final Map<TopicPartition, NavigableSet<Waiter>> waiting = new HashMap<>();
    private long numbers;
    private boolean closed;

    private static final class Waiter {
        private final String holder;
        private final TopicPartition partition;
        private final long offset;
        private final long number;
        private final CompletableFuture<Boolean> answer = new CompletableFuture<>();
        private @Nullable Future<?> deadline;

        private Waiter(String holder, TopicPartition partition, long offset, long number) {
            this.holder = holder;
            this.partition = partition;
            this.offset = offset;
            this.number = number;
        }
    }

    /** @param places for reads that wait, of all workspaces and of one */
    public CommandWaiters(String name, SharedCapacity places) {
        this.places = places;
        this.answering =
                new ScheduledThreadPoolExecutor(
                        1, Thread.ofPlatform().daemon().name(name + "-waiters").factory());
        answering.setRemoveOnCancelPolicy(true);
    }

    /**
     * Waits until the applied offset is at least the given one.
     *
     * @param holder holder whose share of places the wait uses, such as a workspace
     * @param applied the applied offset now; it may only rise before {@link #reached} is called
     */
    CompletableFuture<Boolean> await(
            String holder,
            TopicPartition partition,
            long offset,
            Duration atMost,
            LongSupplier applied) {
        if (applied.getAsLong() >= offset) {
            return CompletableFuture.completedFuture(true);
        }
        if (atMost.isZero() || atMost.isNegative()) {
            return CompletableFuture.completedFuture(false);
        }
        lock.lock();
        try {
            // Checked again under the lock, since a record applied in between would not wake this
            // waiter.
            if (applied.getAsLong() >= offset) {
                return CompletableFuture.completedFuture(true);
            }
            if (closed || places.take(holder, 1) != SharedCapacity.Grant.GRANTED) {
                return CompletableFuture.completedFuture(false);
            }
            return enqueue(holder, partition, offset, atMost).answer;
        } finally {
            lock.unlock();
        }
    }

    private Waiter enqueue(String holder, TopicPartition partition, long offset, Duration atMost) {
        Waiter waiter = new Waiter(holder, partition, offset, numbers++);
        waiting.computeIfAbsent(partition, p -> new TreeSet<>(BY_OFFSET)).add(waiter);
        Duration wait = atMost.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : atMost;
        waiter.deadline =
                answering.schedule(
                        () -> waiter.answer.complete(false), wait.toNanos(), TimeUnit.NANOSECONDS);
        // However it ends, also when the caller cancels it, its place is free again.
        var _ = waiter.answer.whenComplete((reached, error) -> leave(waiter));
        return waiter;
    }

    private void leave(Waiter waiter) {
        lock.lock();
        try {
            remove(waiter);
        } finally {
            lock.unlock();
        }
    }

    private void remove(Waiter waiter) {
        NavigableSet<Waiter> queue = waiting.get(waiter.partition);
        if (queue == null || !queue.remove(waiter)) {
            return;
        }
        if (queue.isEmpty()) {
            waiting.remove(waiter.partition);
        }
        places.release(waiter.holder, 1);
        if (waiter.deadline != null) {
            waiter.deadline.cancel(false);
        }
    }

    /** Completes the waiters for this offset or an earlier one. */
    void reached(TopicPartition partition, long offset) {
        List<Waiter> done = new ArrayList<>();
        lock.lock();
        try {
            NavigableSet<Waiter> queue = waiting.get(partition);
            while (queue != null && !queue.isEmpty() && queue.first().offset <= offset) {
                Waiter waiter = queue.first();
                remove(waiter);
                done.add(waiter);
            }
            if (!done.isEmpty()) {
                answering.execute(() -> done.forEach(waiter -> waiter.answer.complete(true)));
            }
        } finally {
            lock.unlock();
        }
    }

    void show(Bounds bounds, String name) {
        bounds.show(name, places);
    }

    int count() {
        return places.taken();
    }

    /** Answers everybody with false, and everybody who comes later. */
    @Override
    public void close() {
        List<Waiter> left = new ArrayList<>();
        lock.lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            waiting.values().forEach(left::addAll);
        } finally {
            lock.unlock();
        }
        left.forEach(waiter -> waiter.answer.complete(false));
        answering.shutdown();
    }
}
