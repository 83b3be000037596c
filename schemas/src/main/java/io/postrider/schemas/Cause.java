package io.postrider.schemas;

import io.postrider.domain.runs.Run;

/**
 * The event that led to a change through a run of a rule.
 *
 * @param eventId the id of the event
 * @param runId the id of the run
 * @param depth the number of runs that led to the change, one after another
 */
public record Cause(String eventId, String runId, int depth) {

    /** The cause of the changes that a run makes, and of the run's own events. */
    public static Cause of(Run run) {
        return new Cause(run.eventId(), run.id(), run.depth());
    }
}
