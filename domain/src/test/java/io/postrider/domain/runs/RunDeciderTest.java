package io.postrider.domain.runs;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.kernel.Decision;
import io.postrider.domain.kernel.Decision.Accepted;
import io.postrider.domain.kernel.Decision.Rejected;
import io.postrider.domain.kernel.Lifecycle;
import io.postrider.domain.runs.RunCommand.AdvanceRun;
import io.postrider.domain.runs.RunCommand.CancelRun;
import io.postrider.domain.runs.RunCommand.CompleteStep;
import io.postrider.domain.runs.RunCommand.RetryRun;
import io.postrider.domain.runs.RunCommand.StartRun;
import io.postrider.domain.runs.RunCommand.WakeRun;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RunDeciderTest {

    private static final Instant AT = Instant.parse("2026-11-02T09:30:00Z");
    private static final Instant LATER = AT.plusSeconds(60);
    private static final String ID = "run_01kb3q9d0zf2e4g6h8j1k3m5n7";

    private final RunDecider decider = new RunDecider();
    private Lifecycle<Run> state = decider.initialState();

    @Test
    void whatIsAskedForTwiceChangesNothing() {
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
    void aStepThatBeginsIsToldFromThoseThatBeganBefore() {
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

        apply(new RetryRun("ws_1", false));

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
        assertThat(decided(new RetryRun("ws_1", false))).isInstanceOf(Rejected.class);
        assertThat(decided(new RetryRun("ws_1", true))).isInstanceOf(Accepted.class);
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
                .isEqualTo("The output does not fit: a run has at most 240 KiB.");
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
