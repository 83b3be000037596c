package io.postrider.domain.kernel;

import java.time.Instant;

/**
 * What an aggregate wants to be asked when a time has come, though nobody asks.
 *
 * @param at from when on
 * @param command what to ask; it changes nothing if it is asked again, or no longer true
 */
public record ScheduledCommand<C>(Instant at, C command) {}
