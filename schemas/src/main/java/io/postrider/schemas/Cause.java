package io.postrider.schemas;

import io.postrider.domain.runs.Run;

/**
 * The event that led to a change through a run of a rule.
 *
 * @param eventId the event
 * @param runId the run
 * @param depth how many runs led to the change, one after another
 */
public record Cause(String eventId, String runId, int depth) {

    /** The cause of what a run does, and of the events of the run itself. */
    public static Cause of(Run run) {
        return new Cause(run.eventId(), run.id(), run.depth());
    }
}
