package io.postrider.domain.runs;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Commands to runs. */
public sealed interface RunCommand {

    /** The workspace that asks. */
    String workspace();

    /** Starts a run, unless it was started before. */
    record StartRun(Run run) implements RunCommand {
        @Override
        public String workspace() {
            return run.workspace();
        }
    }

    /**
     * Changes the steps of a run.
     *
     * @param position of the run that the change follows on; at another one it changes nothing
     */
    record AdvanceRun(
            String workspace,
            int position,
            RunStatus status,
            @Nullable String reason,
            List<Step> steps,
            @Nullable Instant dueAt)
            implements RunCommand {
        public AdvanceRun {
            steps = List.copyOf(steps);
        }
    }

    /**
     * Records the outcome of the effect of a step.
     *
     * @param output JSON as ciphertext; null for none
     */
    record CompleteStep(
            String workspace,
            String effectId,
            StepStatus status,
            @Nullable String output,
            @Nullable String error,
            int attempts)
            implements RunCommand {}

    /**
     * Begins a run whose turn has come.
     *
     * @param round of the run that waits
     */
    record BeginRun(String workspace, int round) implements RunCommand {}

    /**
     * Ends a run for which there is no room to wait for its turn.
     *
     * @param round of the run that waits
     */
    record FailRun(String workspace, int round, String reason) implements RunCommand {}

    /** Records an attempt of the effect of a step that failed, and is followed by another. */
    record FailAttempt(
            String workspace, String effectId, int number, @Nullable String error, Instant nextAt)
            implements RunCommand {}

    /** Ends a delay whose end has come. */
    record WakeRun(String workspace, Instant dueAt) implements RunCommand {}

    /** Stops a run. */
    record CancelRun(String workspace) implements RunCommand {}

    /**
     * Makes a run that ended go on from the steps that did not succeed, or from its start.
     *
     * @param version of the rule that runs from now on; null for that of the try before
     */
    record RetryRun(String workspace, boolean fromStart, @Nullable Integer version)
            implements RunCommand {}
}
