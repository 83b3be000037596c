package io.postrider.domain.workspaces;

import java.time.Instant;

/**
 * Records of a workspace that one application could not process, counted in one minute.
 *
 * @param application the id of the application
 * @param minute when it began
 * @param count of the records
 * @param exception the class of the exception of the first of them
 */
public record RejectedRecords(String application, Instant minute, int count, String exception) {}
