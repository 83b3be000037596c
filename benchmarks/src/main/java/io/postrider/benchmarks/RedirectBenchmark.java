package io.postrider.benchmarks;

import io.postrider.benchmarks.load.BenchmarkException;
import io.postrider.benchmarks.load.HttpConnection;
import io.postrider.benchmarks.load.Progress;
import io.postrider.benchmarks.load.Spread;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** Redirects with every click made durable, beside servers that make nothing durable, in turns. */
final class RedirectBenchmark {

    private static final double RATIO_LEAST = 0.6;
    private static final double PER_SECOND_LEAST = 25_000;
    private static final double P99_MS_MOST = 10;
    private static final Duration DRAIN_MAX = Duration.ofMinutes(3);
    private static final String POSTRIDER = "Postrider";

    private final Setup setup;
    private final Report report;
    private final Map<Contender, List<WrkResult>> results = new LinkedHashMap<>();
    private final List<Double> catchUps = new ArrayList<>();
    private long unread;
    private long answered;
    private int runs;

    RedirectBenchmark(Setup setup, Report report) {
        this.setup = setup;
        this.report = report;
    }

    void run() {
        try (BareServer bare = BareServer.start(setup);
                Product product = Product.start(setup, "redirect");
                Nginx nginx = Nginx.start(setup);
                ClickLog clicks = new ClickLog(product.clientFile())) {
            createLink(product);
            Contender postrider = new Contender(POSTRIDER, product.port());
            List<Contender> contenders = List.of(bare.contender(), postrider, nginx.contender());
            contenders.forEach(Contender::check);
            answered++;
            report.heading("Redirects");
            for (Contender contender : contenders) {
                measure(contender, setup.options().warmup(), product, clicks);
            }
            catchUps.clear();
            for (int round = 0; round < setup.options().rounds(); round++) {
                for (Contender contender : contenders) {
                    WrkResult result =
                            measure(contender, setup.options().seconds(), product, clicks);
                    results.computeIfAbsent(contender, _ -> new ArrayList<>()).add(result);
                }
            }
            describe();
            compare(contenders.getFirst(), postrider);
            verify(clicks);
            describe(product);
        }
    }

    private static void createLink(Product product) {
        try (HttpConnection caller = product.caller()) {
            var _ = Links.create(caller, Contender.PATH.substring(1));
        } catch (IOException e) {
            throw new BenchmarkException("the link cannot be created: " + e, e);
        }
    }

    private WrkResult measure(Contender contender, int seconds, Product product, ClickLog clicks) {
        Progress.say("redirects of " + contender.name() + " for " + seconds + " s");
        WrkResult result = Wrk.run(contender.url(), seconds);
        if (contender.name().equals(POSTRIDER)) {
            answered += result.requests();
            runs++;
            Quiet.Outcome quiet = Quiet.await(product, clicks);
            catchUps.add(quiet.publicSeconds());
            unread = Math.max(unread, quiet.unread());
        }
        return result;
    }

    private void describe() {
        List<List<String>> rows = new ArrayList<>();
        results.forEach((contender, rounds) ->
                rows.add(
                        List.of(
                                contender.name(),
                                spread(rounds, WrkResult::perSecond).shown(0),
                                spread(rounds, WrkResult::p50Ms).shown(2),
                                spread(rounds, WrkResult::p99Ms).shown(2),
                                Long.toString(sum(rounds, WrkResult::unexpected)),
                                Long.toString(sum(rounds, WrkResult::socketErrors)))));
        report.say(
                ("`"
                                + Wrk.COMMAND
                                + "` against each in turn, %d rounds after %d s of warm-up each, min /"
                                + " median / max of the rounds. wrk is a closed loop on the same"
                                + " machine. The bare server has the same JVM flags, transport, number of event loops"
                                + " and Location; nginx is `return 302` with %d workers.")
                        .formatted(
                                setup.options().seconds(),
                                setup.options().rounds(),
                                setup.options().warmup(),
                                Nginx.WORKERS));
        report.table(
                List.of(
                        "server",
                        "redirects/s",
                        "p50 ms",
                        "p99 ms",
                        "not 2xx or 3xx",
                        "socket errors"),
                rows);
    }

    private void compare(Contender bare, Contender postrider) {
        List<WrkResult> ours = results.getOrDefault(postrider, List.of());
        List<WrkResult> theirs = results.getOrDefault(bare, List.of());
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < ours.size(); round++) {
            ratios.add(ours.get(round).perSecond() / theirs.get(round).perSecond());
        }
        Spread ratio = Spread.of(ratios);
        report.say("Postrider / bare, round by round: " + ratio.shown(2) + ".");
        report.target(
                Goal.atLeast(
                        "redirects/s, Postrider / bare, median", RATIO_LEAST, ratio.median(), 2));
        report.target(
                Goal.atLeast(
                        "redirects/s, median",
                        PER_SECOND_LEAST,
                        spread(ours, WrkResult::perSecond).median(),
                        0));
        report.target(
                Goal.atMost(
                        "redirects, p99 ms, median",
                        P99_MS_MOST,
                        spread(ours, WrkResult::p99Ms).median(),
                        2));
        report.target(
                Goal.none(
                        "redirects, wrong answers and socket errors",
                        sum(ours, WrkResult::unexpected) + sum(ours, WrkResult::socketErrors)));
    }

    private void verify(ClickLog clicks) {
        long written = clicks.await(answered, DRAIN_MAX);
        report.say(
                "%,d redirects were answered, warm-up included; `postrider.clicks.raw.v1` holds %,d clicks. wrk does not count what is under way at the end of a run, at most 32 for each of %d runs."
                        .formatted(answered, written, runs));
        report.target(
                Goal.none("answered redirects without a click", Math.max(0, answered - written)));
        // More than none also means that the contender after it did not have the machine to itself.
        report.target(
                Goal.none(
                        "clicks not public %d min after a round"
                                .formatted(Quiet.PATIENCE.toMinutes()),
                        unread));
    }

    private void describe(Product product) {
        report.say(
                ("The public clicks had caught up %s s after the rounds (min / median / max). Memory"
                                + " afterwards: %s MiB, at the most %s MiB. Log: %s.")
                        .formatted(
                                Spread.of(catchUps).shown(1),
                                Spread.number(ProcFs.memoryMib(product.pid(), "VmRSS"), 0),
                                Spread.number(ProcFs.memoryMib(product.pid(), "VmHWM"), 0),
                                product.log().complaints()));
    }

    private static Spread spread(List<WrkResult> rounds, ToDoubleFunction<WrkResult> figure) {
        return Spread.of(rounds.stream().map(figure::applyAsDouble).toList());
    }

    private static long sum(List<WrkResult> rounds, ToLongFunction<WrkResult> figure) {
        return rounds.stream().mapToLong(figure).sum();
    }
}
