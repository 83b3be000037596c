package io.postrider.standalone;

import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Ends the process in order, so that its supervisor starts another one, when a part of it has failed for good. */
final class FailedProcess implements Consumer<String> {

    /** The exit code of a process of which a part failed for good; EX_SOFTWARE of sysexits.h. */
    static final int EXIT_CODE = 70;

    private final PrintStream errors;
    private final Duration closing;
    private final AtomicBoolean ending = new AtomicBoolean();

    /**
     * Does nothing until a part fails.
     *
     * @param closing how long the shutdown may take; then the process is halted
     */
    FailedProcess(PrintStream errors, Duration closing) {
        this.errors = errors;
        this.closing = closing;
    }

    @Override
    public void accept(String part) {
        end(
                part
                        + " failed and cannot go on; the log says why. The process ends with code "
                        + EXIT_CODE
                        + ", to be started again",
                EXIT_CODE);
    }

    /** Closes what runs and ends the process; the first reason counts. */
    void end(String why, int code) {
        if (!ending.compareAndSet(false, true)) {
            return;
        }
        errors.println("postrider: " + why);
        errors.flush();
        Thread.ofPlatform().daemon().name("halt").start(() -> haltLater(code));
        // The shutdown closes the part that reports, which must not wait for it.
        Thread.ofPlatform().daemon().name("exit").start(() -> System.exit(code));
    }

    private void haltLater(int code) {
        try {
            Thread.sleep(closing);
            Runtime.getRuntime().halt(code);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
