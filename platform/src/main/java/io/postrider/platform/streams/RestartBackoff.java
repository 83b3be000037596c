package io.postrider.platform.streams;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The pause before a failed thread is replaced: none after the first failure, then twice as long after each, up to five
 * seconds; it starts again after five minutes without a failure. Kafka Streams closes the producer of the failed thread only
 * after the pause, and its open transaction blocks readers of the topics until then.
 */
final class RestartBackoff {

    static final Duration LONGEST = Duration.ofSeconds(5);

    private static final Duration FIRST = Duration.ofMillis(250);
    private static final Duration FORGET_AFTER = Duration.ofMinutes(5);

    private final LongSupplier nanoTime;
    private Duration next = Duration.ZERO;
    private long lastFailure;

    RestartBackoff(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.lastFailure = nanoTime.getAsLong();
    }

    /** The pause before the replacement of a thread that failed now. */
    synchronized Duration failed() {
        long now = nanoTime.getAsLong();
        if (now - lastFailure > FORGET_AFTER.toNanos()) {
            next = Duration.ZERO;
        }
        lastFailure = now;
        Duration pause = next;
        Duration doubled = pause.isZero() ? FIRST : pause.multipliedBy(2);
        next = doubled.compareTo(LONGEST) > 0 ? LONGEST : doubled;
        return pause;
    }
}
