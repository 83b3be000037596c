package io.postrider.domain.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.postrider.domain.kernel.Decision;
import io.postrider.domain.kernel.Decision.Accepted;
import io.postrider.domain.kernel.Decision.Rejected;
import io.postrider.domain.kernel.Lifecycle;
import io.postrider.domain.runs.RunCommand.AdvanceRun;
import io.postrider.domain.runs.RunCommand.BeginRun;
import io.postrider.domain.runs.RunCommand.CancelRun;
import io.postrider.domain.runs.RunCommand.CompleteStep;
import io.postrider.domain.runs.RunCommand.FailAttempt;
import io.postrider.domain.runs.RunCommand.FailRun;
import io.postrider.domain.runs.RunCommand.RetryRun;
import io.postrider.domain.runs.RunCommand.StartRun;
import io.postrider.domain.runs.RunCommand.WakeRun;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RunDeciderTest {

    private static final Instant AT = Instant.parse("2026-11-02T09:30:00Z");
    private static final Instant LATER = AT.plusSeconds(60);
    private static final String ID = "run_01kb3q9d0zf2e4g6h8j1k3m5n7";

    private final RunDecider decider = new RunDecider();
    private Lifecycle<Run> state = decider.initialState();

    @Test
    void repeatedRequestsChangeNothing() {
        start();
        AdvanceRun begun = advance(0, RunStatus.RUNNING, List.of(step("link")), null);
        apply(begun);
        CompleteStep done = complete(run().effectOf("link"), StepStatus.SUCCEEDED);
        apply(done);

        assertThat(decided(new StartRun(fresh()))).isEqualTo(Decision.unchanged());
        assertThat(decided(begun)).isEqualTo(Decision.unchanged());
        assertThat(decided(done)).isEqualTo(Decision.unchanged());
        assertThat(run().steps().getFirst().status()).isEqualTo(StepStatus.SUCCEEDED);
        assertThat(run().position()).isEqualTo(2);
    }

    @Test
    void aBeginningStepDiffersFromEarlierOnes() {
        start();
        apply(advance(0, RunStatus.RUNNING, List.of(step("a[0]"), step("a[1]")), null));
        assertThat(run().steps()).allMatch(run()::began);
        state =
                decider.evolve(
                        state,
                        event(complete(run().effectOf("a[0]"), StepStatus.SUCCEEDED), LATER));

        assertThat(run().steps()).noneMatch(run()::began);
        assertThat(run().status()).isEqualTo(RunStatus.RUNNING);
    }

    @Test
    void aDelayEndsAtItsTimeAlone() {
        start();
        apply(
                advance(
                        0,
                        RunStatus.WAITING,
                        List.of(Step.of("wait", "delay", AT).waiting()),
                        LATER));

        assertThat(decider.due(state).orElseThrow().at()).isEqualTo(LATER);
        assertThat(decided(new WakeRun("ws_1", LATER))).isEqualTo(Decision.unchanged());
        state = decider.evolve(state, event(new WakeRun("ws_1", LATER), LATER));
        assertThat(run().status()).isEqualTo(RunStatus.RUNNING);
        assertThat(run().steps().getFirst().status()).isEqualTo(StepStatus.SUCCEEDED);
        assertThat(decider.due(state)).isEmpty();
    }

    @Test
    void aRunGoesOnFromTheStepThatFailedWithAnEffectOfItsOwn() {
        start();
        apply(advance(0, RunStatus.RUNNING, List.of(step("link")), null));
        String effect = run().effectOf("link");
        apply(complete(effect, StepStatus.FAILED));
        apply(advance(2, RunStatus.FAILED, run().steps(), null));
        assertThat(run().endedAt()).isEqualTo(AT);

        apply(new RetryRun("ws_1", false, null));

        assertThat(run().status()).isEqualTo(RunStatus.RUNNING);
        assertThat(run().steps()).isEmpty();
        assertThat(run().effectOf("link")).isNotEqualTo(effect);
        assertThat(run().endedAt()).isNull();
    }

    @Test
    void aCanceledRunTakesNoFurtherStep() {
        start();
        AdvanceRun begun = advance(0, RunStatus.RUNNING, List.of(step("link")), null);
        apply(new CancelRun("ws_1"));

        assertThat(decided(begun)).isEqualTo(Decision.unchanged());
        assertThat(decided(new CancelRun("ws_1"))).isEqualTo(Decision.unchanged());
        assertThat(decided(new CancelRun("ws_2"))).isInstanceOf(Rejected.class);
    }

    @Test
    void aRunThatSucceededIsMadeAgainFromItsStartAlone() {
        start();
        apply(advance(0, RunStatus.SUCCEEDED, List.of(), null));

        assertThat(decided(new CancelRun("ws_1"))).isInstanceOf(Rejected.class);
        assertThat(decided(new RetryRun("ws_1", false, null))).isInstanceOf(Rejected.class);
        assertThat(decided(new RetryRun("ws_1", true, null))).isInstanceOf(Accepted.class);
    }

    @Test
    void aStepWhoseOutputDoesNotFitIntoTheRunFailsWithoutIt() {
        start();
        apply(advance(0, RunStatus.RUNNING, List.of(step("a"), step("b")), null));
        String large = "x".repeat(Run.SIZE_MAX / 2);

        apply(completeWith(run().effectOf("a"), large));
        apply(completeWith(run().effectOf("b"), large));

        assertThat(run().steps())
                .extracting(Step::status)
                .containsExactly(StepStatus.SUCCEEDED, StepStatus.FAILED);
        assertThat(run().steps().getLast().output()).isNull();
        assertThat(run().steps().getLast().error())
                .isEqualTo("The output exceeds the maximum of 240 KiB for a run.");
    }

    @Test
    void aFailedAttemptIsTellableWhileAnotherIsDue() {
        start();
        apply(advance(0, RunStatus.RUNNING, List.of(step("link")), null));
        String effect = run().effectOf("link");

        apply(new FailAttempt("ws_1", effect, 1, "503", LATER));

        Step step = run().steps().getFirst();
        assertThat(step.status()).isEqualTo(StepStatus.RUNNING);
        assertThat(step.attempts()).isEqualTo(1);
        assertThat(step.error()).isEqualTo("503");
        assertThat(step.nextAttemptAt()).isEqualTo(LATER);
        assertThat(run().began(step)).isFalse();
        assertThat(decided(new FailAttempt("ws_1", effect, 1, "503", LATER)))
                .isEqualTo(Decision.unchanged());
        apply(complete(effect, StepStatus.SUCCEEDED));
        assertThat(run().steps().getFirst().nextAttemptAt()).isNull();
        assertThat(run().steps().getFirst().error()).isNull();
        assertThat(decided(new FailAttempt("ws_1", effect, 2, "503", LATER)))
                .isEqualTo(Decision.unchanged());
    }

    @Test
    void attemptsOfACanceledRunAreNotRecorded() {
        start();
        apply(advance(0, RunStatus.RUNNING, List.of(step("link")), null));
        apply(new CancelRun("ws_1"));

        assertThat(decided(new FailAttempt("ws_1", run().effectOf("link"), 1, "503", LATER)))
                .isEqualTo(Decision.unchanged());
    }

    @Test
    void theTriesBeforeARetryAreKept() {
        start();
        apply(advance(0, RunStatus.RUNNING, List.of(step("a")), null));
        apply(complete(run().effectOf("a"), StepStatus.SUCCEEDED));
        apply(
                advance(
                        run().position(),
                        RunStatus.RUNNING,
                        List.of(run().steps().getFirst(), step("b")),
                        null));
        apply(complete(run().effectOf("b"), StepStatus.FAILED));
        apply(failed());

        apply(new RetryRun("ws_1", false, 2));
        apply(failed());
        apply(new RetryRun("ws_1", true, null));

        assertThat(run().ruleVersion()).isEqualTo(2);
        assertThat(run().round()).isEqualTo(2);
        assertThat(run().history())
                .extracting(RunTry::number, RunTry::ruleVersion, RunTry::status, RunTry::reason)
                .containsExactly(
                        tuple(0, 1, RunStatus.FAILED, "why"), tuple(1, 2, RunStatus.FAILED, "why"));
        List<Step> first = run().history().getFirst().steps();
        assertThat(first).extracting(Step::key).containsExactly("a", "b");
        assertThat(first.getFirst().input()).isNull();
        assertThat(first.getLast().status()).isEqualTo(StepStatus.FAILED);
        assertThat(first.getLast().input()).isEqualTo("sealed");
        assertThat(run().history().getLast().steps()).extracting(Step::key).containsExactly("a");
    }

    @Test
    void theFirstTryAndTheNewestAreKept() {
        start();
        for (int i = 0; i < 15; i++) {
            apply(failed());
            apply(new RetryRun("ws_1", true, null));
        }

        assertThat(run().history())
                .extracting(RunTry::number)
                .containsExactly(0, 6, 7, 8, 9, 10, 11, 12, 13, 14);
    }

    @Test
    void theSizeOfEarlierAttemptsIsLimited() {
        start();
        List<Step> large =
                IntStream.range(0, 40)
                        .mapToObj(i -> Step.of("a[" + i + "]", "links.create", AT))
                        .map(step -> step.begun("eff", "x".repeat(2_000)))
                        .toList();
        for (int i = 0; i < 12; i++) {
            apply(advance(run().position(), RunStatus.FAILED, large, null));
            apply(new RetryRun("ws_1", true, null));
        }

        assertThat(run().sizeWith(List.of())).isLessThanOrEqualTo(Run.HISTORY_SIZE_MAX + 2);
        assertThat(run().history()).hasSize(Run.TRIES_KEPT);
        assertThat(run().history().getFirst().steps()).hasSize(40);
    }

    @Test
    void aRunThatWaitsForItsTurnBeginsOnceForEachRound() {
        apply(new StartRun(fresh().queuedIn("g")));

        assertThat(run().status()).isEqualTo(RunStatus.QUEUED);
        assertThat(decided(advance(0, RunStatus.RUNNING, List.of(), null)))
                .isEqualTo(Decision.unchanged());
        assertThat(decided(new BeginRun("ws_1", 1))).isEqualTo(Decision.unchanged());
        apply(new BeginRun("ws_1", 0));
        assertThat(run().status()).isEqualTo(RunStatus.RUNNING);
        assertThat(decided(new BeginRun("ws_1", 0))).isEqualTo(Decision.unchanged());
        apply(failed());
        apply(new RetryRun("ws_1", false, null));
        assertThat(run().status()).isEqualTo(RunStatus.QUEUED);
        assertThat(decided(new BeginRun("ws_1", 0))).isEqualTo(Decision.unchanged());
        assertThat(decided(new FailRun("ws_1", 0, "full"))).isEqualTo(Decision.unchanged());
        apply(new FailRun("ws_1", 1, "full"));
        assertThat(run().status()).isEqualTo(RunStatus.FAILED);
        assertThat(run().reason()).isEqualTo("full");
        assertThat(run().history()).hasSize(1);
    }

    @Test
    void aRunThatWaitsForItsTurnIsStopped() {
        apply(new StartRun(fresh().queuedIn("g")));
        apply(new CancelRun("ws_1"));

        assertThat(run().status()).isEqualTo(RunStatus.CANCELED);
        assertThat(decided(new BeginRun("ws_1", 0))).isEqualTo(Decision.unchanged());
    }

    private AdvanceRun failed() {
        return new AdvanceRun(
                "ws_1", run().position(), RunStatus.FAILED, "why", run().steps(), null);
    }

    private static CompleteStep completeWith(String effect, String output) {
        return new CompleteStep("ws_1", effect, StepStatus.SUCCEEDED, output, null, 1);
    }

    private void start() {
        apply(new StartRun(fresh()));
    }

    private static Run fresh() {
        return new Run(
                ID,
                "ws_1",
                "rul_1",
                1,
                "evt_1",
                "order.paid",
                "{}",
                RunStatus.RUNNING,
                null,
                1,
                0,
                0,
                List.of(),
                List.of(),
                null,
                null,
                AT,
                AT,
                null);
    }

    private Step step(String key) {
        return Step.of(key, "links.create", AT).begun(run().effectOf(key), "sealed");
    }

    private static AdvanceRun advance(
            int position, RunStatus status, List<Step> steps, @Nullable Instant due) {
        return new AdvanceRun("ws_1", position, status, null, steps, due);
    }

    private static CompleteStep complete(String effect, StepStatus status) {
        return new CompleteStep("ws_1", effect, status, "sealed", null, 1);
    }

    private void apply(RunCommand command) {
        state = decider.evolve(state, event(command, AT));
    }

    private RunEvent event(RunCommand command, Instant at) {
        return decider.decide(state, command, at) instanceof Accepted<RunEvent>(var events)
                        && !events.isEmpty()
                ? events.getFirst()
                : fail(command);
    }

    private RunEvent fail(RunCommand command) {
        throw new AssertionError(command + " in " + state);
    }

    private Decision<RunEvent> decided(RunCommand command) {
        return decider.decide(state, command, AT);
    }

    private Run run() {
        return ((Lifecycle.Present<Run>) state).value();
    }
}
