package io.postrider.schemas;

import java.time.Instant;

/**
 * The number of a caller's requests that a node granted within a minute.
 *
 * @param caller the id of a key or of a user; the record's key
 * @param window the start of the minute
 * @param requests the number of all requests that the node granted since then
 */
public record QuotaUse(String caller, Instant window, String node, int requests) {}
