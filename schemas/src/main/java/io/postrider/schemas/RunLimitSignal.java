package io.postrider.schemas;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A change of a run that the limits of its rule count.
 *
 * @param kind the kind of change: begins, waits or ended
 * @param rule the {@code rul_} id of the rule; the record's key
 * @param ruleVersion the version of the rule whose limits count
 * @param round the round of the run
 * @param rate the group that the rate limit counts; null for none
 * @param debounce the group of events of which only the last one runs; null for none
 * @param queue the group of runs that run one after another; null for none
 * @param at the time at which the log appended the event or the change of the run
 * @param start the command that starts the run, for the kind begins; empty for others
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared; the bytes are stored.
public record RunLimitSignal(
        String kind,
        String workspace,
        String rule,
        int ruleVersion,
        String run,
        int round,
        @Nullable String rate,
        @Nullable String debounce,
        @Nullable String queue,
        Instant at,
        byte[] start) {

    /** An event starts a run. */
    public static final String BEGINS = "begins";

    /** The run waits in its queue. */
    public static final String WAITS = "waits";

    /** The run has ended, so that the next one of its queue can begin. */
    public static final String ENDED = "ended";
}
