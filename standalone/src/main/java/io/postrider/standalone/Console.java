package io.postrider.standalone;

import java.io.PrintStream;
import java.time.Duration;

/** The output for the operator: one line per step. */
final class Console {

    private final PrintStream out;
    private final long startedAt = System.nanoTime();

    Console(PrintStream out) {
        this.out = out;
    }

    /** A step, with the seconds since the start. */
    void say(String step) {
        Duration since = Duration.ofNanos(System.nanoTime() - startedAt);
        out.printf("[%5.1f s] %s%n", since.toMillis() / 1_000.0, step);
        out.flush();
    }

    /** A line as it is. */
    void line(String text) {
        out.println(text);
        out.flush();
    }
}
