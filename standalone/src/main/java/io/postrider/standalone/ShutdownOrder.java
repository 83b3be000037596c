package io.postrider.standalone;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The started parts, which are closed in the reverse order; a part that fails to close does not prevent the others from
 * closing.
 */
final class ShutdownOrder implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(ShutdownOrder.class);

    private final Deque<AutoCloseable> started = new ArrayDeque<>();

    /** Remembers a part. */
    synchronized <T extends AutoCloseable> T add(T part) {
        started.push(part);
        return part;
    }

    @Override
    public synchronized void close() {
        while (!started.isEmpty()) {
            AutoCloseable part = started.pop();
            try {
                part.close();
            } catch (Exception e) {
                if (e instanceof InterruptedException) {
                    Thread.currentThread().interrupt();
                }
                LOGGER.atWarn()
                        .addKeyValue("part", part.getClass().getSimpleName())
                        .setCause(e)
                        .log("A component did not close cleanly");
            }
        }
    }
}
