package io.postrider.benchmarks.load;

import org.jspecify.annotations.Nullable;

/**
 * The results of calls at a constant rate.
 *
 * @param perSecond requests per second; fewer than requested mean that there were too few callers
 * @param latency of the calls that were answered well, counted from when each was due
 * @param latenessP99Ms time that due calls waited for a free caller or for the processor: the part of the latencies that the
 *     load generator, or the server through its slowness, causes
 * @param firstError first error, if there was one
 */
public record OpenLoopResult(
        long calls,
        double perSecond,
        Latencies latency,
        double latenessP99Ms,
        long errors,
        @Nullable String firstError) {}
