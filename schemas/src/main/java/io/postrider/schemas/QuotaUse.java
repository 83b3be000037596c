package io.postrider.schemas;

import java.time.Instant;

/**
 * How many requests of a caller a node has let in within a minute.
 *
 * @param caller the id of a key or of a user; the record's key
 * @param window when the minute began
 * @param requests all that the node let in since then
 */
public record QuotaUse(String caller, Instant window, String node, int requests) {}
