package io.postrider.benchmarks.load;

import org.jspecify.annotations.Nullable;

/**
 * What calls at a constant rate met.
 *
 * @param perSecond how many went out a second; less than asked for means that the callers were too few
 * @param latency of the calls that were answered well, counted from when each was due
 * @param latenessP99Ms how long calls that were due waited for a free caller or for the processor: the part of the
 *     latencies for which the load generator, or the server through its slowness, is to blame
 * @param firstError what went wrong first, if anything did
 */
public record OpenLoopResult(
        long calls,
        double perSecond,
        Latencies latency,
        double latenessP99Ms,
        long errors,
        @Nullable String firstError) {}
