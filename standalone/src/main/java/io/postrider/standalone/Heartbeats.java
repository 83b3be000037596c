package io.postrider.standalone;

import io.postrider.platform.threads.FailedThread;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Detects stuck threads: an event loop that runs no task, or a stream thread without progress. It counts its own rounds and not
 * the time, so that a process that was suspended as a whole does not count as stuck.
 */
final class Heartbeats implements AutoCloseable {

    static final Duration PERIOD = Duration.ofSeconds(5);
    static final Duration SILENCE_MAX = Duration.ofSeconds(30);

    private static final long ROUNDS_MAX = SILENCE_MAX.dividedBy(PERIOD);
    private static final Logger LOGGER = LoggerFactory.getLogger(Heartbeats.class);

    private final List<Part> parts = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final FailedThread failed = new FailedThread();

    /** A part that is checked in each round for progress since the one before. */
    private static final class Part {

        private final String name;
        private final BooleanSupplier moved;
        private volatile int silent;

        Part(String name, BooleanSupplier moved) {
            this.name = name;
            this.moved = moved;
        }

        void ask() {
            silent = moved.getAsBoolean() ? 0 : silent + 1;
            if (silent == ROUNDS_MAX) {
                LOGGER.atError().addKeyValue("part", name).log("A component is stuck");
            }
        }
    }

    /** Asks from now on. */
    static Heartbeats start() {
        Heartbeats beats = new Heartbeats();
        Thread.ofPlatform()
                .daemon()
                .name("heartbeats")
                .uncaughtExceptionHandler(beats.failed)
                .start(beats::run);
        return beats;
    }

    private void run() {
        try {
            while (!closed.await(PERIOD.toMillis(), TimeUnit.MILLISECONDS)) {
                round();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Asks every part once. */
    void round() {
        parts.forEach(Part::ask);
    }

    /** Adds a part. */
    void add(String name, BooleanSupplier moved) {
        parts.add(new Part(name, moved));
    }

    /** Adds an event loop, which has progressed if it ran its task. */
    void addLoop(Executor loop) {
        AtomicBoolean ran = new AtomicBoolean(true);
        add(
                "an event loop",
                () -> {
                    boolean moved = ran.getAndSet(false);
                    if (moved) {
                        ask(loop, ran);
                    }
                    return moved;
                });
    }

    private static void ask(Executor loop, AtomicBoolean ran) {
        try {
            loop.execute(() -> ran.set(true));
        } catch (RejectedExecutionException e) {
            // It was shut down.
            ran.set(true);
        }
    }

    /** Whether every part has progressed in the last 30 seconds. */
    boolean alive() {
        return parts.stream().allMatch(part -> part.silent < ROUNDS_MAX);
    }

    /** Completes when this itself has died. */
    CompletableFuture<@Nullable Void> dead() {
        return failed.dead();
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
