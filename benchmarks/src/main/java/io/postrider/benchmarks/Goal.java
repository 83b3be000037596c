package io.postrider.benchmarks;

import io.postrider.benchmarks.load.Latencies;
import io.postrider.benchmarks.load.Spread;
import java.util.List;

/** Something that was promised, and whether it was kept. */
record Goal(String what, String target, String measured, boolean met) {

    static Goal atLeast(String what, double least, double measured, int decimals) {
        return new Goal(
                what,
                "≥ " + Spread.number(least, decimals),
                Spread.number(measured, decimals),
                measured >= least);
    }

    static Goal atMost(String what, double most, double measured, int decimals) {
        return new Goal(
                what,
                "≤ " + Spread.number(most, decimals),
                Spread.number(measured, decimals),
                measured <= most);
    }

    /** A latency in milliseconds; nothing was measured where nothing was answered. */
    static Goal latency(String what, double mostMs, Latencies latencies, double measuredMs) {
        return new Goal(
                what,
                "≤ " + Spread.number(mostMs, 0) + " ms",
                latencies.count() == 0 ? "nothing" : Latencies.shown(measuredMs) + " ms",
                latencies.count() > 0 && measuredMs <= mostMs);
    }

    static Goal none(String what, long count) {
        return new Goal(what, "0", Long.toString(count), count == 0);
    }

    List<String> cells() {
        return List.of(what, target, measured, met ? "met" : "**missed**");
    }
}
