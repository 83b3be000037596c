package io.postrider.domain.runs;

import io.postrider.domain.kernel.ResourceEvent;

/** Events of runs; each carries the run after the change. */
public sealed interface RunEvent extends ResourceEvent<Run> {

    /** The run after the change. */
    Run run();

    @Override
    default Run resource() {
        return run();
    }

    /** A run was started. */
    record RunStarted(Run run) implements RunEvent {}

    /** A step of a run began or ended. */
    record RunUpdated(Run run) implements RunEvent {}

    /** All steps of a run ended. */
    record RunSucceeded(Run run) implements RunEvent {}

    /** A step of a run failed. */
    record RunFailed(Run run) implements RunEvent {}

    /** A rule did not run for an event of its types. */
    record RunSkipped(Run run) implements RunEvent {}

    /** A run was stopped. */
    record RunCanceled(Run run) implements RunEvent {}
}
