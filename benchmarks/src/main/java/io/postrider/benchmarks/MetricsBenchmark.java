package io.postrider.benchmarks;

import io.postrider.benchmarks.load.BenchmarkException;
import io.postrider.benchmarks.load.HttpConnection;
import io.postrider.benchmarks.load.Pause;
import io.postrider.benchmarks.load.Progress;
import io.postrider.benchmarks.load.Spread;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** The cost of metrics: redirects of a process with them and of one without, in turns, and the time of a scrape. */
final class MetricsBenchmark {

    private static final String PORT = "POSTRIDER_MANAGEMENT_PORT";
    private static final double RATIO_LEAST = 0.97;
    private static final double CPU_RATIO_MOST = 1.03;
    private static final double SCRAPE_MS_MOST = 100;
    private static final int SCRAPES = 50;
    private static final Duration SCRAPE_PAUSE = Duration.ofMillis(100);

    private final Setup setup;
    private final Report report;

    /** A process, and what it published. */
    private record Side(Product product, ClickLog clicks, Contender contender) {

        static Side of(String name, Product product) {
            try (HttpConnection caller = product.caller()) {
                var _ = Links.create(caller, Contender.PATH.substring(1));
            } catch (IOException e) {
                throw new BenchmarkException("the link cannot be created: " + e, e);
            }
            Contender contender = new Contender(name, product.port());
            contender.check();
            return new Side(product, new ClickLog(product.clientFile()), contender);
        }

        /** A round, which ends when all its clicks are public. */
        Round round(int seconds) {
            Progress.say("redirects " + contender.name() + " for " + seconds + " s");
            double before = ProcFs.cpuSeconds(product.pid());
            WrkResult result = Wrk.run(contender.url(), seconds);
            double used = ProcFs.cpuSeconds(product.pid()) - before;
            var _ = Quiet.await(product, clicks);
            return new Round(result.perSecond(), 1e6 * used / result.requests());
        }
    }

    /** @param micros processor time of the process for each redirect */
    private record Round(double perSecond, double micros) {}

    MetricsBenchmark(Setup setup, Report report) {
        this.setup = setup;
        this.report = report;
    }

    void run() {
        int port = Setup.freePort();
        try (Product metered =
                        Product.start(setup, "metrics", Map.of(PORT, Integer.toString(port)));
                Product silent = Product.start(setup, "no-metrics", Map.of(PORT, "off"))) {
            report.heading("Metrics");
            Side with = Side.of("with metrics", metered);
            Side without = Side.of("without metrics", silent);
            compare(with, without);
            scrape(port);
            with.clicks().close();
            without.clicks().close();
        }
    }

    /** Each round begins with the other one, since the machine's speed varies. */
    private void compare(Side with, Side without) {
        int warmup = setup.options().warmup();
        var _ = with.round(warmup);
        var _ = without.round(warmup);
        List<Round> metered = new ArrayList<>();
        List<Round> silent = new ArrayList<>();
        for (int round = 0; round < setup.options().rounds(); round++) {
            boolean isFirst = round % 2 == 0;
            Round one = (isFirst ? with : without).round(setup.options().seconds());
            Round other = (isFirst ? without : with).round(setup.options().seconds());
            metered.add(isFirst ? one : other);
            silent.add(isFirst ? other : one);
        }
        report.say(
                "`%s` against each in turn, %d rounds after %d s of warm-up each, min / median / max of the rounds."
                        .formatted(
                                Wrk.COMMAND.formatted(setup.options().seconds()),
                                setup.options().rounds(),
                                warmup));
        report.table(
                List.of("", "with metrics", "without", "with / without"),
                List.of(
                        row("redirects/s", metered, silent, Round::perSecond, 0),
                        row("processor time, µs", metered, silent, Round::micros, 2)));
        report.target(
                Goal.atLeast(
                        "redirects/s, with metrics / without, median",
                        RATIO_LEAST,
                        ratio(metered, silent, Round::perSecond).median(),
                        3));
        report.target(
                Goal.atMost(
                        "processor time of a redirect, with metrics / without, median",
                        CPU_RATIO_MOST,
                        ratio(metered, silent, Round::micros).median(),
                        3));
    }

    private static List<String> row(
            String name,
            List<Round> metered,
            List<Round> silent,
            ToDoubleFunction<Round> figure,
            int decimals) {
        return List.of(
                name,
                spread(metered, figure).shown(decimals),
                spread(silent, figure).shown(decimals),
                ratio(metered, silent, figure).shown(3));
    }

    private static Spread spread(List<Round> rounds, ToDoubleFunction<Round> figure) {
        return Spread.of(rounds.stream().map(figure::applyAsDouble).toList());
    }

    private static Spread ratio(
            List<Round> metered, List<Round> silent, ToDoubleFunction<Round> figure) {
        return Spread.of(
                IntStream.range(0, metered.size())
                        .mapToObj(round ->
                                figure.applyAsDouble(metered.get(round))
                                        / figure.applyAsDouble(silent.get(round)))
                        .toList());
    }

    private void scrape(int port) {
        List<Double> millis = new ArrayList<>();
        int bytes = 0;
        try (HttpConnection scraper = new HttpConnection(port, "")) {
            for (int i = 0; i < SCRAPES; i++) {
                long began = System.nanoTime();
                bytes = scraper.get("/metrics").expect(200).body().length();
                millis.add((System.nanoTime() - began) / 1e6);
                Pause.of(SCRAPE_PAUSE);
            }
        } catch (IOException e) {
            throw new BenchmarkException("the metrics cannot be read: " + e, e);
        }
        Spread spread = Spread.of(millis);
        report.say(
                "%d scrapes of %,d characters of the idle process: %s ms (min / median / max)."
                        .formatted(SCRAPES, bytes, spread.shown(1)));
        report.target(Goal.atMost("scrape, ms, max", SCRAPE_MS_MOST, spread.max(), 1));
    }
}
