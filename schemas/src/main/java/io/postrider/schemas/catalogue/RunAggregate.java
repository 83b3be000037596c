package io.postrider.schemas.catalogue;

import static io.postrider.schemas.catalogue.CommandEffect.CHANGES;
import static io.postrider.schemas.catalogue.CommandEffect.CLOCK;
import static io.postrider.schemas.catalogue.CommandType.command;

import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Lifecycle;
import io.postrider.domain.runs.Run;
import io.postrider.domain.runs.RunCommand;
import io.postrider.domain.runs.RunCommand.AdvanceRun;
import io.postrider.domain.runs.RunCommand.BeginRun;
import io.postrider.domain.runs.RunCommand.CancelRun;
import io.postrider.domain.runs.RunCommand.CompleteStep;
import io.postrider.domain.runs.RunCommand.FailAttempt;
import io.postrider.domain.runs.RunCommand.FailRun;
import io.postrider.domain.runs.RunCommand.RetryRun;
import io.postrider.domain.runs.RunCommand.StartRun;
import io.postrider.domain.runs.RunCommand.WakeRun;
import io.postrider.domain.runs.RunDecider;
import io.postrider.domain.runs.RunEvent;
import io.postrider.domain.runs.RunEvent.RunCanceled;
import io.postrider.domain.runs.RunEvent.RunFailed;
import io.postrider.domain.runs.RunEvent.RunSkipped;
import io.postrider.domain.runs.RunEvent.RunStarted;
import io.postrider.domain.runs.RunEvent.RunSucceeded;
import io.postrider.domain.runs.RunEvent.RunUpdated;
import io.postrider.domain.runs.RunStatus;
import io.postrider.domain.runs.Step;
import io.postrider.domain.runs.StepStatus;
import io.postrider.schemas.Context;
import io.postrider.schemas.json.RunJson;
import java.util.List;
import java.util.Optional;

/** Runs of rules. */
final class RunAggregate {

    private static final List<CommandType<RunCommand>> COMMANDS =
            List.of(
                    command(
                            "automation.run.start",
                            StartRun.class,
                            CLOCK,
                            s -> new StartRun(run(s, RunStatus.RUNNING)),
                            s -> new StartRun(run(s, RunStatus.SKIPPED))),
                    command(
                            "automation.run.advance",
                            AdvanceRun.class,
                            CLOCK,
                            s -> advance(s, RunStatus.WAITING),
                            s -> advance(s, RunStatus.SUCCEEDED),
                            s -> advance(s, RunStatus.FAILED)),
                    command(
                            "automation.run.complete_step",
                            CompleteStep.class,
                            CLOCK,
                            s ->
                                    new CompleteStep(
                                            s.workspace(),
                                            s.id(IdKind.EFF),
                                            StepStatus.SUCCEEDED,
                                            "{\"id\":\"%s\"}".formatted(s.id(IdKind.LNK)),
                                            null,
                                            1)),
                    command(
                            "automation.run.wake",
                            WakeRun.class,
                            CLOCK,
                            s -> new WakeRun(s.workspace(), Sample.AT)),
                    command(
                            "automation.run.cancel",
                            CancelRun.class,
                            CHANGES,
                            s -> new CancelRun(s.workspace())),
                    command(
                            "automation.run.retry",
                            RetryRun.class,
                            CHANGES,
                            s -> new RetryRun(s.workspace(), false, null),
                            s -> new RetryRun(s.workspace(), true, 2)),
                    command(
                            "automation.run.fail_attempt",
                            FailAttempt.class,
                            CLOCK,
                            s ->
                                    new FailAttempt(
                                            s.workspace(),
                                            s.id(IdKind.EFF),
                                            1,
                                            "The service responded with status 503.",
                                            Sample.AT)),
                    command(
                            "automation.run.begin",
                            BeginRun.class,
                            CLOCK,
                            s -> new BeginRun(s.workspace(), 0)),
                    command(
                            "automation.run.fail",
                            FailRun.class,
                            CLOCK,
                            s -> new FailRun(s.workspace(), 0, "10000 runs are already queued.")));
    private static final List<EventType<RunEvent>> EVENTS =
            List.of(
                    told("automation.run.started", RunStarted.class, "A run was started."),
                    told(
                            "automation.run.updated",
                            RunUpdated.class,
                            "A step of a run started or ended."),
                    told("automation.run.succeeded", RunSucceeded.class, "A run succeeded."),
                    told("automation.run.failed", RunFailed.class, "A run failed."),
                    told(
                            "automation.run.skipped",
                            RunSkipped.class,
                            "A rule was skipped for an event of its types."),
                    told("automation.run.canceled", RunCanceled.class, "A run was canceled."));

    static final AggregateType<RunCommand, Lifecycle<Run>, RunEvent, Run> ENTRY =
            new AggregateType<>(
                    "run",
                    Context.RUNS,
                    new RunDecider(),
                    RunCommand.class,
                    RunEvent.class,
                    COMMANDS,
                    EVENTS,
                    List.of(),
                    new ResourceType<>(
                            Optional.of(IdKind.RUN),
                            true,
                            Run.class,
                            RunJson::of,
                            Replica.NONE,
                            List.of(
                                    new Index<>("rule_id", Match.EXACT, r -> List.of(r.ruleId())),
                                    new Index<>("event_id", Match.EXACT, r -> List.of(r.eventId())),
                                    new Index<>(
                                            "status",
                                            Match.EXACT,
                                            r -> List.of(r.status().label())))),
                    Scope.readWrite("automation.runs", "automation"));

    private RunAggregate() {}

    /**
     * An event that names the event of its run; if it contained that event, events of runs that cause one another would grow.
     */
    private static EventType<RunEvent> told(
            String name, Class<? extends RunEvent> type, String sentence) {
        return new EventType<>(name, type, sentence, (_, data, _) -> data.remove("event"));
    }

    private static AdvanceRun advance(Sample s, RunStatus status) {
        return new AdvanceRun(
                s.workspace(),
                0,
                status,
                status == RunStatus.FAILED ? "link: The slug is taken." : null,
                List.of(step(s)),
                status == RunStatus.WAITING ? Sample.AT : null);
    }

    private static Step step(Sample s) {
        return Step.of("link", "links.create", Sample.AT)
                .begun(s.id(IdKind.EFF), "{\"url\":\"https://shop.example.com/orders/1042\"}");
    }

    private static Run run(Sample s, RunStatus status) {
        return new Run(
                s.id(IdKind.RUN),
                s.workspace(),
                s.id(IdKind.RUL),
                1,
                s.id(IdKind.EVT),
                "order.paid",
                "{\"type\":\"order.paid\",\"data\":{\"order_id\":\"1042\",\"total\":129.5}}",
                status,
                status == RunStatus.SKIPPED ? "The filter is false." : null,
                1,
                0,
                0,
                List.of(),
                status == RunStatus.SKIPPED ? List.of() : List.of(step(s)),
                null,
                null,
                Sample.AT,
                Sample.AT,
                status.isOpen() ? null : Sample.AT);
    }
}
