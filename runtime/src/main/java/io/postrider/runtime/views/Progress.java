package io.postrider.runtime.views;

/**
 * How far a view is on its way to the end of the log, for readiness.
 *
 * @param applied log positions passed since the start
 * @param total log positions between the start and the last known end; 0 while the end is unknown
 * @param caughtUp whether the ends read at the start were reached
 */
public record Progress(long applied, long total, boolean caughtUp) {}
