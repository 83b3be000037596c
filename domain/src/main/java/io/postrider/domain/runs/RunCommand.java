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
     * @param position the position of the run that the change follows; at another one it changes nothing
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
     * @param output the output as JSON, as ciphertext; null for none
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
     * Starts a queued run.
     *
     * @param round the round of the waiting run
     */
    record BeginRun(String workspace, int round) implements RunCommand {}

    /**
     * Fails a run for which the queue has no room.
     *
     * @param round the round of the waiting run
     */
    record FailRun(String workspace, int round, String reason) implements RunCommand {}

    /** Records an attempt of the effect of a step that failed, and is followed by another. */
    record FailAttempt(
            String workspace, String effectId, int number, @Nullable String error, Instant nextAt)
            implements RunCommand {}

    /** Ends a delay at its end. */
    record WakeRun(String workspace, Instant dueAt) implements RunCommand {}

    /** Stops a run. */
    record CancelRun(String workspace) implements RunCommand {}

    /**
     * Retries an ended run from the steps that did not succeed, or from its start.
     *
     * @param version the version of the rule that runs from now on; null for that of the attempt before
     */
    record RetryRun(String workspace, boolean fromStart, @Nullable Integer version)
            implements RunCommand {}
}
