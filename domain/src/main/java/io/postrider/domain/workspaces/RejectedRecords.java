package io.postrider.domain.workspaces;

import java.time.Instant;

/**
 * Records of a workspace that one application could not process, counted in one minute.
 *
 * @param application the id of the application
 * @param minute the start of the minute
 * @param count the number of the records
 * @param exception the class of the exception of the first record
 */
public record RejectedRecords(String application, Instant minute, int count, String exception) {}
