package io.postrider.outbound.delivery;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Holds the attempts of a partition back until everything is read that was in the topic of attempts when the partition was
 * taken over. Until then it is not known which attempts a former process has started.
 */
final class TakeoverBarrier {

    /** The records of a topic can be deleted before they are read; then no record leads to its end. */
    private static final Duration HELD_MAX = Duration.ofMinutes(1);

    private final Supplier<CompletionStage<Long>> ends;
    private final long opensAtMillis;
    private CompletableFuture<Long> end;
    private boolean open;

    /** @param ends asks for the offset behind the last record */
    TakeoverBarrier(Supplier<CompletionStage<Long>> ends, long nowMillis) {
        this.ends = ends;
        this.end = ends.get().toCompletableFuture();
        this.opensAtMillis = nowMillis + HELD_MAX.toMillis();
    }

    /**
     * Whether attempts may start.
     *
     * @param position the offset behind the last record that was read
     */
    boolean isOpen(long position, long nowMillis) {
        if (!open) {
            if (end.isCompletedExceptionally()) {
                end = ends.get().toCompletableFuture();
            }
            open =
                    nowMillis >= opensAtMillis
                            || (end.isDone()
                                    && !end.isCompletedExceptionally()
                                    && position >= end.join());
        }
        return open;
    }
}
