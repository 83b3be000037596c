package io.postrider.schemas;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the limits of a rule are told of a run.
 *
 * @param kind {@value #BEGINS}, {@value #WAITS} or {@value #ENDED}
 * @param rule {@code rul_} id; the record's key
 * @param ruleVersion the version whose limits count
 * @param round of the run
 * @param rate the group that the rate limit counts; null for none
 * @param debounce the group of whose events the last one runs; null for none
 * @param queue the group of runs that wait for one another; null for none
 * @param at when the log took the event or the change of the run
 * @param start the command that starts a run that begins; empty for another
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared, and bytes are what is stored.
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

    /** An event is one that the rule runs for. */
    public static final String BEGINS = "begins";

    /** The run waits for its turn. */
    public static final String WAITS = "waits";

    /** The run has come to its end, so that the turn of another may come. */
    public static final String ENDED = "ended";
}
