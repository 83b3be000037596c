package io.postrider.standalone;

import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/** Ends the process in order, so that its supervisor starts another one, when a part of it has failed for good. */
final class FailedProcess implements Consumer<String> {

    /** The exit code of a process of which a part failed for good; EX_SOFTWARE of sysexits.h. */
    static final int EXIT_CODE = 70;

    private final PrintStream errors;
    private final Duration closing;
    private final ThreadFactory threads;
    private final IntConsumer halt;
    private final AtomicBoolean ending = new AtomicBoolean();

    /**
     * Does nothing until a part fails.
     *
     * @param closing maximum time of the shutdown; then the process is halted
     */
    FailedProcess(PrintStream errors, Duration closing) {
        this(
                errors,
                closing,
                Thread.ofPlatform().daemon().name("end-", 0).factory(),
                Runtime.getRuntime()::halt);
    }

    /**
     * @param threads that shut the process down
     * @param halt ends the process at once, with a code
     */
    FailedProcess(PrintStream errors, Duration closing, ThreadFactory threads, IntConsumer halt) {
        this.errors = errors;
        this.closing = closing;
        this.threads = threads;
        this.halt = halt;
    }

    @Override
    public void accept(String part) {
        end(
                part
                        + " failed permanently; see the log for the cause. The process exits with code "
                        + EXIT_CODE
                        + ", so that it can be restarted",
                EXIT_CODE);
    }

    /** Closes what runs and ends the process; the first reason counts. A process that cannot even do that is halted. */
    void end(String why, int code) {
        if (!ending.compareAndSet(false, true)) {
            return;
        }
        try {
            close(why, code);
        } catch (RuntimeException | Error e) {
            // Neither a thread nor memory may be left, and no later call ends the process.
            halt.accept(code);
        }
    }

    /** Halts the process with this code if a shutdown that has begun takes longer than the maximum. */
    void limitShutdown(int code) {
        threads.newThread(() -> haltLater(code)).start();
    }

    private void close(String why, int code) {
        limitShutdown(code);
        errors.println("postrider: " + why);
        errors.flush();
        // The shutdown closes the part that reports, which must not wait for it.
        threads.newThread(() -> System.exit(code)).start();
    }

    private void haltLater(int code) {
        try {
            Thread.sleep(closing);
            halt.accept(code);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
