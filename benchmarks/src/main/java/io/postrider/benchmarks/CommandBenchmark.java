package io.postrider.benchmarks;

import io.postrider.benchmarks.load.Latencies;
import io.postrider.benchmarks.load.OpenLoop;
import io.postrider.benchmarks.load.OpenLoopResult;
import io.postrider.benchmarks.load.Pause;
import io.postrider.benchmarks.load.Progress;
import io.postrider.benchmarks.load.RealTicker;
import io.postrider.benchmarks.load.Spread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Links created at a constant rate, in both durabilities. */
final class CommandBenchmark {

    private static final List<String> DURABILITIES = List.of("fsync", "replicated");
    private static final List<Integer> RATES = List.of(200, 1_000);
    private static final int CONNECTIONS = 128;
    private static final Duration REST = Duration.ofSeconds(3);

    /** The limit in milliseconds. */
    private record Limit(double p50, double p99) {}

    private static final Map<String, Limit> LIMITS =
            Map.of(
                    "fsync 200", new Limit(10, 60),
                    "fsync 1000", new Limit(25, 120),
                    "replicated 200", new Limit(5, 40),
                    "replicated 1000", new Limit(5, 40));

    private final Setup setup;
    private final Report report;
    private final List<List<String>> rows = new ArrayList<>();
    private final List<String> logs = new ArrayList<>();

    CommandBenchmark(Setup setup, Report report) {
        this.setup = setup;
        this.report = report;
    }

    void run() {
        report.heading("Creating links");
        DURABILITIES.forEach(this::run);
        report.say(
                ("`POST /api/v1/links` at a constant rate for %d s each over %d kept connections, after %d s"
                                + " of warm-up at each rate. Latencies count from when a call was due. Late are calls"
                                + " that found no free connection or processor in time.")
                        .formatted(
                                setup.options().constantRate().toSeconds(),
                                CONNECTIONS,
                                setup.options().longWarmUp().toSeconds()));
        report.table(
                List.of(
                        "durability",
                        "asked/s",
                        "made/s",
                        "p50 ms",
                        "p99 ms",
                        "max ms",
                        "late p99 ms",
                        "errors"),
                rows);
        logs.forEach(report::say);
    }

    private void run(String durability) {
        try (Product product = Product.start(setup, "commands-" + durability, durability)) {
            List<OpenLoop.Caller> callers = Links.creators(product, CONNECTIONS);
            for (int rate : RATES) {
                var _ = load(callers, rate, setup.options().longWarmUp());
            }
            for (int rate : RATES) {
                Pause.of(REST);
                note(durability, rate, load(callers, rate, setup.options().constantRate()));
            }
            logs.add("Log, %s: %s.".formatted(durability, product.log().complaints()));
        }
    }

    private static OpenLoopResult load(List<OpenLoop.Caller> callers, int rate, Duration duration) {
        Progress.say("creating " + rate + " links a second for " + duration.toSeconds() + " s");
        return new OpenLoop(rate, duration, new RealTicker()).run(callers);
    }

    private void note(String durability, int rate, OpenLoopResult result) {
        Latencies latency = result.latency();
        rows.add(
                List.of(
                        durability,
                        Spread.number(rate, 0),
                        Spread.number(result.perSecond(), 0),
                        Latencies.shown(latency.p50Ms()),
                        Latencies.shown(latency.p99Ms()),
                        Latencies.shown(latency.maxMs()),
                        Latencies.shown(result.latenessP99Ms()),
                        Long.toString(result.errors())));
        if (result.firstError() != null) {
            logs.add(
                    "First error, %s at %,d/s: `%s`"
                            .formatted(durability, rate, result.firstError()));
        }
        String what = "create link, %s, %,d/s: ".formatted(durability, rate);
        Limit limit = LIMITS.getOrDefault(durability + " " + rate, new Limit(0, 0));
        report.target(Goal.latency(what + "p50", limit.p50, latency, latency.p50Ms()));
        report.target(Goal.latency(what + "p99", limit.p99, latency, latency.p99Ms()));
        report.target(Goal.none(what + "errors", result.errors()));
    }
}
