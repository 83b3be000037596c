package io.postrider.decider;

import java.time.Duration;
import java.time.Instant;

/**
 * Holds the time that a node gave its command against the time of its append, which is the log's own and by which the command is
 * decided. Both stand in the log, so a command that is decided again has the same time again; and the clock of one node alone
 * decides nothing.
 */
final class CommandTime {

    /**
     * How far the two may be apart. Synchronised clocks differ by milliseconds, and no producer holds a command for half
     * as long.
     */
    static final Duration SKEW_MAX = Duration.ofMinutes(5);

    private CommandTime() {}

    /** Whether a clock is so wrong that its command is refused. */
    static boolean isSkewed(Instant sent, Instant appended) {
        return sent.isAfter(appended.plus(SKEW_MAX)) || sent.isBefore(appended.minus(SKEW_MAX));
    }
}
