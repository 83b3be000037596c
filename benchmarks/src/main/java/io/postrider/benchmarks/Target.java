package io.postrider.benchmarks;

import io.postrider.benchmarks.load.Latencies;
import io.postrider.benchmarks.load.Spread;
import java.util.List;

/** Something that was promised, and whether it was kept. */
record Target(String what, String target, String measured, boolean met) {

    static Target atLeast(String what, double least, double measured, int decimals) {
        return new Target(
                what,
                "≥ " + Spread.number(least, decimals),
                Spread.number(measured, decimals),
                measured >= least);
    }

    static Target atMost(String what, double most, double measured, int decimals) {
        return new Target(
                what,
                "≤ " + Spread.number(most, decimals),
                Spread.number(measured, decimals),
                measured <= most);
    }

    /** A latency in milliseconds; nothing was measured where nothing was answered. */
    static Target latency(String what, double mostMs, Latencies latencies, double measuredMs) {
        return new Target(
                what,
                "≤ " + Spread.number(mostMs, 0) + " ms",
                latencies.count() == 0 ? "nothing" : Latencies.shown(measuredMs) + " ms",
                latencies.count() > 0 && measuredMs <= mostMs);
    }

    static Target none(String what, long count) {
        return new Target(what, "0", Long.toString(count), count == 0);
    }

    List<String> cells() {
        return List.of(what, target, measured, met ? "met" : "**missed**");
    }
}
