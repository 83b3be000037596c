package io.postrider.domain.workspaces;

import java.time.Instant;

/**
 * Records of a workspace that one application could not process and has set aside, as they were counted in one minute.
 *
 * @param application the id of the application
 * @param minute when it began
 * @param count of the records
 * @param exception the class of what the first of them made the application throw
 */
public record RejectedRecords(String application, Instant minute, int count, String exception) {}
