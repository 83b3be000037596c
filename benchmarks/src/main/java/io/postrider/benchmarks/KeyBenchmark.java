package io.postrider.benchmarks;

import static java.util.Objects.requireNonNull;

import io.postrider.benchmarks.KeyGateSetup.Kind;
import io.postrider.benchmarks.load.BenchmarkException;
import io.postrider.benchmarks.load.Spread;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.springframework.web.reactive.function.server.ServerRequest;

/**
 * The cost of authentication by key, measured separately on one thread: from the headers to the caller, with its rate limit and
 * last use; and the independence of a rejection's duration from its reason.
 */
final class KeyBenchmark {

    private static final double P99_MICROS_MOST = 20;
    private static final int REQUESTS = 5_000;
    private static final int WARM_UPS = 200_000;
    private static final int CALLS = 1_000_000;
    private static final int REFUSALS = 100_000;
    private static final int DIGITS = 3;
    private static final double MICROSECOND = 1_000;
    private static final List<Kind> REFUSED =
            List.of(
                    Kind.UNKNOWN,
                    Kind.WRONG_SECRET,
                    Kind.REVOKED,
                    Kind.EXPIRED,
                    Kind.FROM_ELSEWHERE);

    private final Report report;
    private final KeyGateSetup setup;

    /** @param folder for a pepper and a master key of its own */
    KeyBenchmark(Path folder, Report report) {
        this.report = report;
        this.setup = new KeyGateSetup(folder);
    }

    void run() {
        report.heading("Keys");
        Histogram right = admitted();
        report.say("%,d keys; each call is timed, and has another key.".formatted(REQUESTS));
        report.table(
                List.of("looking at a key, µs", "p50", "p99", "p99.9", "highest"),
                List.of(row("in force", right)));
        report.target(
                Goal.atMost(
                        "looking at a key, p99, µs",
                        P99_MICROS_MOST,
                        right.getValueAtPercentile(99) / MICROSECOND,
                        1));
        describe(refused());
    }

    /** Every second one is for some addresses, of which the caller's is the last. */
    private Histogram admitted() {
        List<ServerRequest> requests =
                Stream.iterate(0, i -> i + 1)
                        .limit(REQUESTS)
                        .map(i ->
                                setup.request(i % 2 == 0 ? Kind.IN_FORCE : Kind.IN_FORCE_FROM_HERE))
                        .toList();
        Histogram nanos = histogram();
        for (int i = 0; i < WARM_UPS + CALLS; i++) {
            long took = timed(requests.get(i % REQUESTS), true);
            if (i >= WARM_UPS) {
                nanos.recordValue(took);
            }
        }
        return nanos;
    }

    /** In a random order, so that whatever else the machine does meets all kinds alike. */
    private Map<Kind, Histogram> refused() {
        Map<Kind, List<ServerRequest>> requests = new EnumMap<>(Kind.class);
        Map<Kind, Histogram> nanos = new EnumMap<>(Kind.class);
        for (Kind kind : REFUSED) {
            List<ServerRequest> some = new ArrayList<>();
            for (int i = 0; i < REQUESTS / REFUSED.size(); i++) {
                some.add(setup.request(kind));
            }
            requests.put(kind, some);
            nanos.put(kind, histogram());
        }
        Random random = new Random(2);
        long tries = (long) REFUSALS * REFUSED.size();
        for (long i = -WARM_UPS; i < tries; i++) {
            Kind kind = REFUSED.get(random.nextInt(REFUSED.size()));
            List<ServerRequest> some = requireNonNull(requests.get(kind));
            long took = timed(some.get(random.nextInt(some.size())), false);
            if (i >= 0) {
                requireNonNull(nanos.get(kind)).recordValue(took);
            }
        }
        return nanos;
    }

    private long timed(ServerRequest request, boolean expected) {
        long start = System.nanoTime();
        boolean admitted = setup.admits(request);
        long took = System.nanoTime() - start;
        if (admitted != expected) {
            throw new BenchmarkException("a key was judged wrongly");
        }
        return took;
    }

    private void describe(Map<Kind, Histogram> refused) {
        report.say("Refusals, some %,d of each kind in a random order.".formatted(REFUSALS));
        report.table(
                List.of("refusing, µs", "mean", "σ", "p50", "p99"),
                refused.entrySet().stream()
                        .map(each -> row(each.getKey(), each.getValue()))
                        .toList());
        double lowest = refused.values().stream().mapToDouble(Histogram::getMean).min().orElse(0);
        double highest = refused.values().stream().mapToDouble(Histogram::getMean).max().orElse(0);
        double sigma =
                refused.values().stream().mapToDouble(Histogram::getStdDeviation).min().orElse(0);
        report.target(
                Goal.atMost(
                        "refusals of two kinds, difference of the means, µs, at most the smallest σ",
                        sigma / MICROSECOND,
                        (highest - lowest) / MICROSECOND,
                        2));
    }

    private static Histogram histogram() {
        return new Histogram(Duration.ofMinutes(1).toNanos(), DIGITS);
    }

    private static List<String> row(Kind kind, Histogram nanos) {
        return List.of(
                kind.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                Spread.number(nanos.getMean() / MICROSECOND, 2),
                Spread.number(nanos.getStdDeviation() / MICROSECOND, 2),
                shown(nanos.getValueAtPercentile(50)),
                shown(nanos.getValueAtPercentile(99)));
    }

    private static List<String> row(String what, Histogram nanos) {
        return List.of(
                what,
                shown(nanos.getValueAtPercentile(50)),
                shown(nanos.getValueAtPercentile(99)),
                shown(nanos.getValueAtPercentile(99.9)),
                shown(nanos.getMaxValue()));
    }

    private static String shown(long nanos) {
        return Spread.number(nanos / MICROSECOND, 1);
    }
}
