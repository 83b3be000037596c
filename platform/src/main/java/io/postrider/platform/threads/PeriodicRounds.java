package io.postrider.platform.threads;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Repeats rounds of work on a thread of its own. A round that throws an exception does not end the thread. */
public final class PeriodicRounds implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(PeriodicRounds.class);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private final String name;
    private final Round round;
    private final Consumer<RuntimeException> failure;
    private final ScheduledExecutorService timer;
    private final FailedThread failed = new FailedThread();

    /** The work of one round, which ends early if its thread is interrupted. */
    @FunctionalInterface
    public interface Round {
        void run() throws InterruptedException;
    }

    /**
     * Rounds that have not begun.
     *
     * @param name of the thread
     * @param failure logs what a round throws; the next one follows as usual
     */
    public PeriodicRounds(String name, Round round, Consumer<RuntimeException> failure) {
        this.name = name;
        this.round = round;
        this.failure = failure;
        this.timer =
                Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().daemon().name(name).factory());
    }

    /**
     * Begins.
     *
     * @param first time until the first round
     * @param pause time between the end of a round and the next one
     */
    public void start(Duration first, Duration pause) {
        var _ =
                timer.scheduleWithFixedDelay(
                        failed.watch(this::run),
                        first.toMillis(),
                        pause.toMillis(),
                        TimeUnit.MILLISECONDS);
    }

    private void run() {
        try {
            round.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            // Catches every exception: a round that throws would be the last one.
            failure.accept(e);
        }
    }

    /** Completes when the thread has died and no round follows. */
    public CompletableFuture<@Nullable Void> dead() {
        return failed.dead();
    }

    /** Interrupts the present round, and waits until it has ended, for a limited time. */
    @Override
    public void close() {
        timer.shutdownNow();
        try {
            if (!timer.awaitTermination(CLOSE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
                LOGGER.atWarn()
                        .addKeyValue("thread", name)
                        .log("A periodic task did not stop in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
