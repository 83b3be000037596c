package io.postrider.standalone.listen;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Closes a stream that is silent for too long, which ends its reader: a broken connection can stay open for hours. */
final class SilenceWatch implements AutoCloseable {

    /** The server writes a comment every 15 seconds; an event is forwarded within 30. */
    private static final Duration SILENCE_MAX = Duration.ofSeconds(60);

    private static final Duration PAUSE = Duration.ofSeconds(5);

    private final InputStream watched;
    private final AtomicLong heard = new AtomicLong(System.nanoTime());
    private final Thread thread;

    SilenceWatch(InputStream watched) {
        this.watched = watched;
        this.thread = Thread.ofVirtual().name("listen-silence").start(this::watch);
    }

    /** Notes that the stream is alive. */
    void reset() {
        heard.set(System.nanoTime());
    }

    private void watch() {
        try {
            while (System.nanoTime() - heard.get() < SILENCE_MAX.toNanos()) {
                Thread.sleep(PAUSE);
            }
            watched.close();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
