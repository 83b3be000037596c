package io.postrider.schemas;

/**
 * The event that led to a change through a run of a rule.
 *
 * @param eventId the event
 * @param runId the run
 * @param depth how many runs led to the change, one after another
 */
public record Cause(String eventId, String runId, int depth) {}
