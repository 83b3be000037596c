package io.postrider.domain.instances;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** The limits of a provider on the messages of one number. A sandbox has none. */
public final class SendLimits {

    /** Messages of a number that may start in one second. */
    public static final int PER_SECOND = 80;

    /** Messages that an instance may send to a person in a burst; each becomes available again after the time between two. */
    public static final int PAIR_BURST = 45;

    public static final Duration PAIR_BETWEEN = Duration.ofSeconds(6);

    private SendLimits() {}

    /**
     * The time at which the whole burst is available again, after one more message.
     *
     * @param until the same before, in milliseconds
     */
    public static long usedUntil(long until, long nowMillis) {
        return Math.max(until, nowMillis) + PAIR_BETWEEN.toMillis();
    }

    /** The turn that was used last. */
    public static long turn(long until, long nowMillis) {
        return Math.max(nowMillis, until - PAIR_BURST * PAIR_BETWEEN.toMillis());
    }

    /** The turn of the last of these messages of a pair, by the times from which on they could be sent. */
    public static Instant turn(List<Instant> messages) {
        long until = 0;
        long turn = 0;
        for (Instant message : messages) {
            until = usedUntil(until, message.toEpochMilli());
            turn = turn(until, message.toEpochMilli());
        }
        return Instant.ofEpochMilli(turn);
    }
}
