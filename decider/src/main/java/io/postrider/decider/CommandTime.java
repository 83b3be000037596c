package io.postrider.decider;

import java.time.Duration;
import java.time.Instant;

/**
 * Compares the time that a node gave its command with the time of its append, by which the command is decided. Both are in the
 * log, so a repeated decision has the same time; and the clock of a single node decides nothing.
 */
final class CommandTime {

    /**
     * Maximum difference of the two times. Synchronised clocks differ by milliseconds, and no producer holds a command for half
     * as long.
     */
    static final Duration SKEW_MAX = Duration.ofMinutes(5);

    private CommandTime() {}

    /** Whether a clock is so wrong that its command is refused. */
    static boolean isSkewed(Instant sent, Instant appended) {
        return sent.isAfter(appended.plus(SKEW_MAX)) || sent.isBefore(appended.minus(SKEW_MAX));
    }
}
