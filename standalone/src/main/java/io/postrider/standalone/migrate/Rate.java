package io.postrider.standalone.migrate;

import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;

/** Reports how many records are copied, and how fast. */
final class Rate {

    private static final Duration EVERY = Duration.ofSeconds(5);

    private final Consumer<String> progress;
    private final long began = System.nanoTime();
    private long told = began;
    private long records;

    Rate(Consumer<String> progress) {
        this.progress = progress;
    }

    synchronized void add(long more) {
        records += more;
        long now = System.nanoTime();
        if (now - told >= EVERY.toNanos()) {
            told = now;
            progress.accept(text());
        }
    }

    synchronized String text() {
        double seconds = Math.max(0.001, (System.nanoTime() - began) / 1e9);
        return String.format(
                Locale.ROOT,
                "%,d records in %.1f s, %,.0f records/s",
                records,
                seconds,
                records / seconds);
    }
}
