package io.postrider.benchmarks;

import io.postrider.benchmarks.load.BenchmarkException;
import io.postrider.benchmarks.load.HttpConnection;
import io.postrider.benchmarks.load.Pause;
import io.postrider.benchmarks.load.Spread;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The time of a start after {@code kill -9} under full load, with many links and as many stored outcomes. */
final class SizeBenchmark {

    private static final int LOAD_SECONDS = 5;
    private static final int SAMPLE = 1_000;
    private static final int THOUSAND = 1_000;
    private static final double SECONDS_MOST = 15;

    private final Setup setup;
    private final Report report;
    private final Creators creators =
            new Creators((caller, number) -> {
                var _ = Links.createOnce(caller, slug(number));
            });

    SizeBenchmark(Setup setup, Report report) {
        this.setup = setup;
        this.report = report;
    }

    void run() {
        long links = (long) setup.options().thousands() * THOUSAND;
        List<Double> restarts = new ArrayList<>();
        long lost = 0;
        try (Product product = Product.start(setup, "size")) {
            long started = System.nanoTime();
            creators.createUntil(product, links);
            double seconds = (System.nanoTime() - started) / 1e9;
            for (int i = 0; i < setup.options().starts(); i++) {
                Thread load =
                        Thread.ofPlatform()
                                .daemon()
                                .start(() -> creators.createUntil(product, Long.MAX_VALUE));
                Pause.of(Duration.ofSeconds(LOAD_SECONDS));
                product.killNine();
                Creators.join(load);
                product.startAgain();
                restarts.add(product.readySeconds());
                lost += missing(product, links);
            }
            describe(links, seconds, Spread.of(restarts), lost);
        }
    }

    private static String slug(long number) {
        return "size-" + number;
    }

    /** Of a sample of the links that were there before the load. */
    private static long missing(Product product, long links) {
        long missing = 0;
        try (HttpConnection visitor = product.visitor()) {
            for (int i = 0; i < SAMPLE; i++) {
                long number = 1 + i * links / SAMPLE;
                missing += visitor.get("/" + slug(number)).status() == 302 ? 0 : 1;
            }
        } catch (IOException e) {
            throw new BenchmarkException("the product does not answer", e);
        }
        return missing;
    }

    private void describe(long links, double seconds, Spread restarts, long lost) {
        report.heading("Size");
        report.say(
                ("%d links, each with an `Idempotency-Key`, were created in %s s by %d connections."
                                + " Then, %d times: `kill -9` after %d s of the same load, and from"
                                + " `./postrider up` to 200 from `/readyz`, min / median / max: %s s. %d links"
                                + " were acknowledged in all.")
                        .formatted(
                                links,
                                Spread.number(seconds, 0),
                                Creators.CONNECTIONS,
                                setup.options().starts(),
                                LOAD_SECONDS,
                                restarts.shown(1),
                                creators.created()));
        report.target(
                Goal.atMost("start with all links, s, median", SECONDS_MOST, restarts.median(), 1));
        report.target(Goal.none("links of a sample of " + SAMPLE + " lost by kill -9", lost));
    }
}
