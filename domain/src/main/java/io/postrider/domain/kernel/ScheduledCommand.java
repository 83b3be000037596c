package io.postrider.domain.kernel;

import java.time.Instant;

/**
 * A command that an aggregate receives at a time, without a caller.
 *
 * @param at the earliest time of the command
 * @param command the command; it changes nothing if it is repeated or obsolete
 */
public record ScheduledCommand<C>(Instant at, C command) {}
