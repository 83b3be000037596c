package io.postrider.systemtests.faults;

import io.postrider.systemtests.PostriderProcess;
import java.io.IOException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A workspace that does a little all the time, and notes whether it is hindered. */
final class Prober implements AutoCloseable {

    private static final long PAUSE_MILLIS = 100;
    private static final String LINK = "{\"url\":\"https://example.com/\"}";

    private final PostriderProcess postrider;
    private final String key;
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final AtomicLong rounds = new AtomicLong();
    private final AtomicLong slowest = new AtomicLong();
    private final Queue<Long> since = new ConcurrentLinkedQueue<>();
    private final Thread thread;
    private volatile boolean running = true;

    Prober(PostriderProcess postrider, String key) {
        this.postrider = postrider;
        this.key = key;
        this.thread = Thread.ofPlatform().daemon().start(this::run);
    }

    private void run() {
        while (running) {
            long started = System.nanoTime();
            try {
                expect("create", 201, postrider.postWith(key, "/api/v1/links", LINK).statusCode());
                expect("list", 200, postrider.get("/api/v1/links?limit=1", key).statusCode());
                long took = System.nanoTime() - started;
                slowest.accumulateAndGet(took, Math::max);
                since.add(took);
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            } catch (IOException e) {
                failures.add(e.toString());
            } catch (InterruptedException e) {
                return;
            }
            rounds.incrementAndGet();
        }
    }

    private void expect(String what, int wanted, int status) {
        if (status != wanted) {
            failures.add(what + ": " + status);
        }
    }

    /** The unexpected responses. */
    Queue<String> failures() {
        return failures;
    }

    /** How many rounds went well since the last {@link #lap}. */
    int measured() {
        return since.size();
    }

    /** Median and 99th percentile of the rounds since the last lap, in milliseconds. */
    String lap() {
        List<Long> sorted = since.stream().sorted().toList();
        since.clear();
        return sorted.isEmpty()
                ? "no rounds"
                : "%d rounds, p50 %d ms, p99 %d ms"
                        .formatted(sorted.size(), millis(sorted, 50), millis(sorted, 99));
    }

    private static long millis(List<Long> sorted, int percent) {
        return TimeUnit.NANOSECONDS.toMillis(sorted.get((sorted.size() - 1) * percent / 100));
    }

    /** Ends after the round that is under way. */
    void stop() throws InterruptedException {
        running = false;
        thread.join();
    }

    @Override
    public void close() {
        running = false;
    }

    @Override
    public String toString() {
        return "%d rounds, the slowest %d ms, failures %s"
                .formatted(rounds.get(), TimeUnit.NANOSECONDS.toMillis(slowest.get()), failures);
    }
}
