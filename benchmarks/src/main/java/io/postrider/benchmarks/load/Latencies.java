package io.postrider.benchmarks.load;

import java.time.Duration;
import java.util.List;
import org.HdrHistogram.Histogram;

/** A distribution of latencies, in milliseconds. */
public record Latencies(long count, double p50Ms, double p95Ms, double p99Ms, double maxMs) {

    private static final double MILLISECOND = 1_000_000;
    private static final int DIGITS = 3;

    /** From nanoseconds. */
    public static Latencies of(Histogram nanos) {
        return new Latencies(
                nanos.getTotalCount(),
                nanos.getValueAtPercentile(50) / MILLISECOND,
                nanos.getValueAtPercentile(95) / MILLISECOND,
                nanos.getValueAtPercentile(99) / MILLISECOND,
                nanos.getMaxValue() / MILLISECOND);
    }

    /** From single latencies in nanoseconds. */
    public static Latencies of(List<Long> nanos) {
        Histogram histogram = new Histogram(Duration.ofMinutes(10).toNanos(), DIGITS);
        nanos.forEach(histogram::recordValue);
        return of(histogram);
    }

    /** A latency as a cell of a table. */
    public static String shown(double milliseconds) {
        return Spread.number(milliseconds, milliseconds < 10 ? 2 : 1);
    }
}
