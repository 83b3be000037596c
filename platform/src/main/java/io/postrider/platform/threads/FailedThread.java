package io.postrider.platform.threads;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Records that a thread ended by a throwable. It is for threads that are not replaced: only a new process runs them again. */
public final class FailedThread implements Thread.UncaughtExceptionHandler {

    private static final Logger LOGGER = LoggerFactory.getLogger(FailedThread.class);

    private final CompletableFuture<@Nullable Void> dead = new CompletableFuture<>();

    /** Completes when the thread has ended by a throwable; the log says which. */
    public CompletableFuture<@Nullable Void> dead() {
        return dead.copy();
    }

    @Override
    public void uncaughtException(Thread thread, Throwable failure) {
        try {
            LOGGER.atError()
                    .addKeyValue("thread", thread.getName())
                    .setCause(failure)
                    .log("A thread died and is not replaced");
        } finally {
            // The log may fail for the same reason as the thread.
            dead.complete(null);
        }
    }

    /**
     * The same for a periodic task: an executor stops repeating one that throws, keeps its thread, and reports nothing.
     */
    public Runnable watch(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException | Error e) {
                uncaughtException(Thread.currentThread(), e);
                throw e;
            }
        };
    }
}
