package io.postrider.platform.views;

import java.time.Duration;
import org.apache.kafka.common.IsolationLevel;

/**
 * The settings of a {@link ProjectionRunner}.
 *
 * @param freshnessInterval interval at which the ends of the log are read
 * @param freshnessAgainst which ends a fresh view must have reached; READ_UNCOMMITTED includes open transactions, so one that
 *     hangs makes the view stale, where READ_COMMITTED would call a view fresh that cannot hear what comes after it
 * @param maxWaiters maximum number of reads that wait for a command
 * @param longestPause the longest pause before another try after a failure
 */
public record ProjectionSettings(
        Duration freshnessInterval,
        IsolationLevel freshnessAgainst,
        int maxWaiters,
        Duration longestPause) {

    /** The defaults. */
    public static final ProjectionSettings DEFAULTS =
            new ProjectionSettings(
                    Duration.ofMillis(500),
                    IsolationLevel.READ_UNCOMMITTED,
                    10_000,
                    Duration.ofSeconds(10));
}
