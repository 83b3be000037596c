package io.postrider.platform.views;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Whether a store has reached the end that its partition had when it was opened or taken over. Until then it may lack changes
 * that another node has already shown.
 */
public final class CatchUp {

    /** A read waits so long for the answer of the broker, which is due when a node has just taken a partition over. */
    private static final long PROBE_MILLIS = 500;

    private static final long QUIET_NANOS = Duration.ofSeconds(1).toNanos();

    private final Supplier<CompletableFuture<Long>> probe;
    private volatile CompletableFuture<Long> end;
    private volatile long appliedAt = System.nanoTime();
    private volatile boolean reached;

    /** @param probe asks for the end of the partition, and is asked again where it fails */
    public CatchUp(Supplier<CompletableFuture<Long>> probe) {
        this.probe = probe;
        this.end = probe.get();
    }

    /** Notes that records are being applied. */
    public void applied() {
        appliedAt = System.nanoTime();
    }

    /**
     * Whether the end is reached. Waits up to half a second for the answer of the broker.
     *
     * @param next the offset that is applied next
     * @param processed whether records come until there are no more; the last offsets of a partition may be markers and
     *     records of aborted transactions, which never come
     */
    public boolean reached(long next, boolean processed) {
        return reached || (answered() && hasReached(next, processed));
    }

    /** The same without waiting. */
    public boolean hasReached(long next, boolean processed) {
        if (reached) {
            return true;
        }
        CompletableFuture<Long> asked = asked();
        if (asked.isDone() && !asked.isCompletedExceptionally()) {
            // The last offset of a transaction is its marker.
            boolean quiet = processed && System.nanoTime() - appliedAt > QUIET_NANOS;
            reached = quiet || next >= asked.join() - 1;
        }
        return reached;
    }

    private CompletableFuture<Long> asked() {
        if (end.isCompletedExceptionally()) {
            end = probe.get();
        }
        return end;
    }

    private boolean answered() {
        try {
            var _ = asked().get(PROBE_MILLIS, TimeUnit.MILLISECONDS);
            return true;
        } catch (ExecutionException | TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
