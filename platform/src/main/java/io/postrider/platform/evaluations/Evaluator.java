package io.postrider.platform.evaluations;

import io.postrider.platform.evaluations.Evaluations.Outcome;
import io.postrider.platform.traces.RecordTrace;
import io.postrider.platform.traces.TraceParent;
import io.postrider.platform.traces.Traces;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Evaluates on threads of the pool, each evaluation as part of the trace of its record. */
final class Evaluator {

    private final EvaluationPool pool;
    private final Traces traces;
    private final String application;
    private final Function<Pending, List<Outcome>> evaluate;
    private final Function<Pending, List<Outcome>> paused;

    /**
     * The result of an evaluation.
     *
     * @param outcomes those up to a failure, if there was one
     */
    record Result(List<Outcome> outcomes, @Nullable Throwable failure) {}

    /**
     * An evaluator of one processor.
     *
     * @param paused additional output when a lane is paused
     */
    Evaluator(
            EvaluationPool pool,
            Traces traces,
            String application,
            Function<Pending, List<Outcome>> evaluate,
            Function<Pending, List<Outcome>> paused) {
        this.pool = pool;
        this.traces = traces;
        this.application = application;
        this.evaluate = evaluate;
        this.paused = paused;
    }

    Result evaluate(String lane, Pending pending) {
        if (!traces.isOn()) {
            return untraced(lane, pending);
        }
        RecordTrace.Source source = pending.source(application);
        try (RecordTrace trace = RecordTrace.evaluate(traces, source, lane)) {
            Result ended = untraced(lane, pending);
            ended.outcomes()
                    .forEach(each -> TraceParent.put(each.record().headers(), trace.traceparent()));
            if (ended.failure() != null) {
                trace.fail(ended.failure());
            }
            return ended;
        }
    }

    private Result untraced(String lane, Pending pending) {
        List<Outcome> outcomes = new ArrayList<>();
        try {
            boolean pauses = pool.measured(lane, () -> outcomes.addAll(evaluate.apply(pending)));
            if (pauses) {
                outcomes.addAll(paused.apply(pending));
            }
            return new Result(outcomes, null);
        } catch (RuntimeException | StackOverflowError | AssertionError e) {
            return new Result(outcomes, e);
        }
    }
}
