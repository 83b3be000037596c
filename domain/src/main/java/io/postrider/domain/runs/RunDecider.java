package io.postrider.domain.runs;

import static java.util.stream.Collectors.toUnmodifiableSet;

import io.postrider.domain.kernel.Decider;
import io.postrider.domain.kernel.Decision;
import io.postrider.domain.kernel.Lifecycle;
import io.postrider.domain.kernel.Lifecycle.None;
import io.postrider.domain.kernel.Lifecycle.Present;
import io.postrider.domain.kernel.Rejection;
import io.postrider.domain.kernel.ScheduledCommand;
import io.postrider.domain.runs.RunCommand.AdvanceRun;
import io.postrider.domain.runs.RunCommand.BeginRun;
import io.postrider.domain.runs.RunCommand.CancelRun;
import io.postrider.domain.runs.RunCommand.CompleteStep;
import io.postrider.domain.runs.RunCommand.FailAttempt;
import io.postrider.domain.runs.RunCommand.FailRun;
import io.postrider.domain.runs.RunCommand.RetryRun;
import io.postrider.domain.runs.RunCommand.StartRun;
import io.postrider.domain.runs.RunCommand.WakeRun;
import io.postrider.domain.runs.RunEvent.RunCanceled;
import io.postrider.domain.runs.RunEvent.RunFailed;
import io.postrider.domain.runs.RunEvent.RunSkipped;
import io.postrider.domain.runs.RunEvent.RunStarted;
import io.postrider.domain.runs.RunEvent.RunSucceeded;
import io.postrider.domain.runs.RunEvent.RunUpdated;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Decides on runs. Commands of the engine may be repeated or late: then they change nothing. */
public final class RunDecider implements Decider<RunCommand, Lifecycle<Run>, RunEvent> {

    private static final String NO_ROOM = "The output exceeds the maximum of 240 KiB for a run.";

    @Override
    public Lifecycle<Run> initialState() {
        return new None<>();
    }

    @Override
    public Decision<RunEvent> decide(Lifecycle<Run> state, RunCommand command, Instant at) {
        if (command instanceof StartRun(Run run) && state instanceof None) {
            return Decision.accept(run.status().isOpen() ? new RunStarted(run) : event(run));
        }
        if (!(state instanceof Present<Run>(Run run))
                || !run.workspace().equals(command.workspace())) {
            return Decision.reject(Rejection.notFound("run"));
        }
        return switch (command) {
            case StartRun _ -> Decision.unchanged();
            case AdvanceRun advance -> advance(run, advance, at);
            case CompleteStep complete -> complete(run, complete, at);
            case BeginRun(_, int round) -> waiting(run, round, RunStatus.RUNNING, run.reason(), at);
            case FailRun(_, int round, String reason) ->
                    waiting(run, round, RunStatus.FAILED, reason, at);
            case FailAttempt failed -> failed(run, failed, at);
            case WakeRun(_, Instant due) ->
                    run.status() == RunStatus.WAITING && due.equals(run.dueAt()) && !due.isAfter(at)
                            ? changed(run.with(RunStatus.RUNNING, awake(at), at))
                            : Decision.unchanged();
            case CancelRun _ -> cancel(run, at);
            case RetryRun retry -> retry(run, retry, at);
        };
    }

    @Override
    public Lifecycle<Run> evolve(Lifecycle<Run> state, RunEvent event) {
        return Lifecycle.after(event);
    }

    @Override
    public Optional<ScheduledCommand<RunCommand>> due(Lifecycle<Run> state) {
        return state instanceof Present<Run>(Run run) && run.status() == RunStatus.WAITING
                ? Optional.ofNullable(run.dueAt())
                        .map(at -> new ScheduledCommand<>(at, new WakeRun(run.workspace(), at)))
                : Optional.empty();
    }

    private static Decision<RunEvent> waiting(
            Run run, int round, RunStatus then, @Nullable String reason, Instant at) {
        return run.status() == RunStatus.QUEUED && run.round() == round
                ? changed(run.with(then, reason, run.steps(), null, at))
                : Decision.unchanged();
    }

    private static Decision<RunEvent> advance(Run run, AdvanceRun advance, Instant at) {
        return run.status() == RunStatus.RUNNING && run.position() == advance.position()
                ? changed(
                        run.with(
                                advance.status(),
                                advance.reason(),
                                begun(run, advance.steps(), at),
                                advance.dueAt(),
                                at))
                : Decision.unchanged();
    }

    /** Steps that the run did not have begin now. */
    private static List<Step> begun(Run run, List<Step> steps, Instant at) {
        Set<String> known = run.steps().stream().map(Step::key).collect(toUnmodifiableSet());
        return steps.stream()
                .map(step -> known.contains(step.key()) ? step : step.beginning(at))
                .toList();
    }

    private static Decision<RunEvent> complete(Run run, CompleteStep complete, Instant at) {
        Optional<Step> awaiting = run.awaiting(complete.effectId());
        if (awaiting.isEmpty()) {
            return Decision.unchanged();
        }
        Step ended =
                awaiting.get()
                        .ended(
                                complete.status(),
                                complete.output(),
                                complete.error(),
                                complete.attempts(),
                                at);
        Step kept =
                run.sizeWith(run.steps()) - awaiting.get().size() + ended.size() <= Run.SIZE_MAX
                        ? ended
                        : ended.ended(StepStatus.FAILED, null, NO_ROOM, complete.attempts(), at);
        return changed(run.with(kept, at));
    }

    /** A late report of an attempt, or one of a canceled run, changes nothing. */
    private static Decision<RunEvent> failed(Run run, FailAttempt failed, Instant at) {
        return run.awaiting(failed.effectId())
                .filter(step ->
                        run.status() == RunStatus.RUNNING && step.attempts() < failed.number())
                .map(step -> step.attempted(failed.number(), failed.error(), failed.nextAt()))
                .map(step -> run.with(step, at))
                .filter(after -> after.sizeWith(after.steps()) <= Run.SIZE_MAX)
                .map(RunDecider::changed)
                .orElseGet(Decision::unchanged);
    }

    private static Decision<RunEvent> cancel(Run run, Instant at) {
        if (run.status() == RunStatus.CANCELED) {
            return Decision.unchanged();
        }
        return run.status().isOpen()
                ? Decision.accept(
                        new RunCanceled(run.with(RunStatus.CANCELED, null, run.steps(), null, at)))
                : Decision.reject(Rejection.conflict("run_ended", "The run has already ended."));
    }

    private static Decision<RunEvent> retry(Run run, RetryRun retry, Instant at) {
        boolean fromStart = retry.fromStart();
        int version = retry.version() == null ? run.ruleVersion() : retry.version();
        boolean ended =
                switch (run.status()) {
                    case FAILED, CANCELED -> true;
                    case SUCCEEDED -> fromStart;
                    case QUEUED, RUNNING, WAITING, SKIPPED, LOOP_BLOCKED -> false;
                };
        return ended
                ? changed(run.again(fromStart, version, at))
                : Decision.reject(
                        Rejection.conflict(
                                "run_not_retryable",
                                "Only a failed or canceled run can continue; retry a succeeded run"
                                        + " from its start."));
    }

    private static UnaryOperator<Step> awake(Instant at) {
        return step ->
                step.status() == StepStatus.WAITING
                        ? step.ended(StepStatus.SUCCEEDED, null, null, 0, at)
                        : step;
    }

    private static Decision<RunEvent> changed(Run run) {
        return Decision.accept(event(run));
    }

    private static RunEvent event(Run run) {
        return switch (run.status()) {
            case QUEUED, RUNNING, WAITING -> new RunUpdated(run);
            case SUCCEEDED -> new RunSucceeded(run);
            case FAILED -> new RunFailed(run);
            case SKIPPED, LOOP_BLOCKED -> new RunSkipped(run);
            case CANCELED -> new RunCanceled(run);
        };
    }
}
