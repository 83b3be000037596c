package io.postrider.automation.engine;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.postrider.automation.engine.Matcher.Groups;
import io.postrider.domain.runs.Run;
import io.postrider.platform.evaluations.Evaluations.Outcome;
import io.postrider.schemas.RunLimitSignal;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.time.Instant;
import org.apache.kafka.streams.processor.api.Record;

/** Creates the signals of runs for the limits of rules. */
final class RunLimitSignals {

    private static final byte[] NOTHING = {};

    private final ValueCodec<RunLimitSignal> codec;

    RunLimitSignals(SchemaIds ids) {
        this.codec = ValueCodec.turns(ids);
    }

    /**
     * A signal for an event that starts a run.
     *
     * @param at when the log took the event
     * @param start the command that starts the run
     */
    Outcome begins(Run run, Groups groups, Instant at, byte[] start) {
        return outcome(
                new RunLimitSignal(
                        RunLimitSignal.BEGINS,
                        run.workspace(),
                        run.ruleId(),
                        run.ruleVersion(),
                        run.id(),
                        run.round(),
                        groups.rate(),
                        groups.debounce(),
                        groups.queue(),
                        at,
                        start));
    }

    /** A signal for a run that waits in its queue. */
    Outcome waits(Run run) {
        return outcome(turn(RunLimitSignal.WAITS, run));
    }

    /** A signal for a run that has ended. */
    Outcome ended(Run run) {
        return outcome(turn(RunLimitSignal.ENDED, run));
    }

    private static RunLimitSignal turn(String kind, Run run) {
        return new RunLimitSignal(
                kind,
                run.workspace(),
                run.ruleId(),
                run.ruleVersion(),
                run.id(),
                run.round(),
                null,
                null,
                run.queue(),
                run.updatedAt(),
                NOTHING);
    }

    private Outcome outcome(RunLimitSignal turn) {
        return new Outcome(
                new Record<>(
                        turn.rule().getBytes(US_ASCII),
                        codec.encode(turn),
                        turn.at().toEpochMilli()),
                EngineTopology.TURNS);
    }
}
