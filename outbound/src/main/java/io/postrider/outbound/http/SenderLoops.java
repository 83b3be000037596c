package io.postrider.outbound.http;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import reactor.netty.resources.LoopResources;

/**
 * The event loops of all outbound connections of a process, from the first {@link Outbound} that opens to the last one that
 * closes. Nothing may block on them: neither names nor handshakes nor results.
 */
final class SenderLoops {

    /** Those of this process. */
    static final SenderLoops SHARED = new SenderLoops();

    private static final Duration SHUTDOWN_MAX = Duration.ofSeconds(5);

    private @Nullable LoopResources loops;
    private int users;

    private SenderLoops() {}

    /** Adds a user, who releases the loops again. */
    synchronized LoopResources acquire() {
        LoopResources found = loops;
        if (found == null) {
            found = LoopResources.create("postrider-sender");
            loops = found;
        }
        users++;
        return found;
    }

    /** Removes a user; the last one ends the threads. */
    synchronized void release() {
        users--;
        LoopResources last = loops;
        if (users == 0 && last != null) {
            loops = null;
            last.disposeLater(Duration.ZERO, SHUTDOWN_MAX).block(SHUTDOWN_MAX.plusSeconds(1));
        }
    }
}
