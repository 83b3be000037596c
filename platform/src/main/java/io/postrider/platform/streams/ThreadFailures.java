package io.postrider.platform.streams;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces every thread that an exception ended, with a growing pause, for as long as the application is open. An error
 * of the virtual machine ends the application, and so does a log that is too new: a new thread would meet it again.
 */
final class ThreadFailures implements StreamsUncaughtExceptionHandler, AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(ThreadFailures.class);

    private final String application;
    private final RestartBackoff backoff;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final AtomicLong replaced = new AtomicLong();
    private volatile boolean failing;

    ThreadFailures(String application, LongSupplier nanoTime) {
        this.application = application;
        this.backoff = new RestartBackoff(nanoTime);
    }

    @Override
    public StreamThreadExceptionResponse handle(Throwable failure) {
        failing = true;
        if (hopeless(failure)) {
            LOGGER.atError()
                    .addKeyValue("application", application)
                    .setCause(failure)
                    .log("A stream thread failed; the application cannot continue");
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        }
        Duration pause = backoff.failed();
        replaced.incrementAndGet();
        LOGGER.atError()
                .addKeyValue("application", application)
                .addKeyValue("pause", pause)
                .setCause(failure)
                .log("A stream thread failed; replacing it after a pause");
        await(pause);
        return StreamThreadExceptionResponse.REPLACE_THREAD;
    }

    /** Records that the application processes records again. */
    void recovered() {
        failing = false;
    }

    /** Whether a thread failed since the application last processed records. */
    boolean failing() {
        return failing;
    }

    long replaced() {
        return replaced.get();
    }

    /** Ends every pause. */
    @Override
    public void close() {
        closed.countDown();
    }

    /** On the failed thread: Kafka Streams replaces it when this returns. */
    private void await(Duration pause) {
        try {
            boolean _ = closed.await(pause.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean hopeless(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof OutOfMemoryError
                    || cause instanceof InternalError
                    || cause instanceof LinkageError
                    || cause instanceof ReleaseTooOldException) {
                return true;
            }
        }
        return false;
    }
}
