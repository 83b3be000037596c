package io.postrider.standalone;

import io.postrider.platform.threads.FailedThread;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Notices a process that collects garbage in place of its work. A nearly full heap throws no {@link OutOfMemoryError}: G1 ends a
 * process by its overhead from JDK 26 on.
 */
final class HeapWatch implements AutoCloseable {

    static final Duration WINDOW = Duration.ofSeconds(30);
    static final double COLLECTING_MAX = 0.8;
    static final double FULL = 0.9;

    private static final Duration PERIOD = Duration.ofSeconds(5);

    private final Deque<Sample> samples = new ArrayDeque<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final CompletableFuture<@Nullable Void> full = new CompletableFuture<>();
    private final FailedThread failed = new FailedThread();

    /**
     * A sample of the JVM's memory statistics.
     *
     * @param nanos the time, by {@link System#nanoTime}
     * @param collecting total time of pauses for collections so far
     * @param used used part of the heap after the newest collection, from 0 to 1
     */
    record Sample(long nanos, Duration collecting, double used) {

        static Sample now() {
            long millis = 0;
            for (GarbageCollectorMXBean collector :
                    ManagementFactory.getGarbageCollectorMXBeans()) {
                // Concurrent work of G1 does not pause other threads.
                if (!collector.getName().contains("Concurrent")) {
                    millis += Math.max(0, collector.getCollectionTime());
                }
            }
            long used = 0;
            for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
                MemoryUsage after = pool.getCollectionUsage();
                if (pool.getType() == MemoryType.HEAP && after != null) {
                    used += after.getUsed();
                }
            }
            return new Sample(
                    System.nanoTime(),
                    Duration.ofMillis(millis),
                    (double) used / Runtime.getRuntime().maxMemory());
        }
    }

    /** Watches from now on. */
    static HeapWatch start() {
        HeapWatch watch = new HeapWatch();
        Thread.ofPlatform()
                .daemon()
                .name("heap")
                .uncaughtExceptionHandler(watch.failed)
                .start(watch::run);
        return watch;
    }

    private void run() {
        try {
            while (!closed.await(PERIOD.toMillis(), TimeUnit.MILLISECONDS)) {
                if (isStuck(Sample.now())) {
                    full.complete(null);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether most of the time of the last window was spent on collections, and the heap is nearly full after them. */
    boolean isStuck(Sample now) {
        while (samples.size() > 1 && isBefore(samples.getFirst(), now)) {
            samples.removeFirst();
        }
        samples.addLast(now);
        Sample first = samples.getFirst();
        Duration elapsed = Duration.ofNanos(now.nanos - first.nanos);
        Duration collecting = now.collecting.minus(first.collecting);
        return elapsed.compareTo(WINDOW) >= 0
                && collecting.toNanos() > COLLECTING_MAX * elapsed.toNanos()
                && now.used > FULL;
    }

    /** Whether the sample after a first one is old enough to begin the window. */
    private boolean isBefore(Sample first, Sample now) {
        Sample second = samples.stream().skip(1).findFirst().orElse(first);
        return now.nanos - second.nanos >= WINDOW.toNanos();
    }

    /** Completes when the process cannot go on for want of memory. */
    CompletableFuture<@Nullable Void> full() {
        return full;
    }

    /** Completes when the watch itself has died. */
    CompletableFuture<@Nullable Void> dead() {
        return failed.dead();
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
