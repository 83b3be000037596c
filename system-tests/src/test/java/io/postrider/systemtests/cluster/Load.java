package io.postrider.systemtests.cluster;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Clients that send one request after the other until they are closed. */
final class Load implements AutoCloseable {

    private static final int CLIENTS_MAX = 4;

    /** Five calls and twenty visits a second leave most of the processor to what starts meanwhile. */
    private static final Duration PAUSE_OF_CALLER = Duration.ofMillis(200);

    private static final Duration PAUSE_OF_VISITOR = Duration.ofMillis(50);

    private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(CLIENTS_MAX);

    /** One request. */
    interface Request {
        Object send(int number) throws InterruptedException;
    }

    /** Adds a client of the API. */
    void call(AtomicInteger counter, Request request) {
        repeat(PAUSE_OF_CALLER, counter, request);
    }

    /** Adds a visitor of links. */
    void visit(AtomicInteger counter, Request request) {
        repeat(PAUSE_OF_VISITOR, counter, request);
    }

    private void repeat(Duration pause, AtomicInteger counter, Request request) {
        var _ =
                threads.scheduleWithFixedDelay(
                        () -> {
                            try {
                                var _ = request.send(counter.incrementAndGet());
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        },
                        0,
                        pause.toMillis(),
                        TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        threads.close();
    }
}
