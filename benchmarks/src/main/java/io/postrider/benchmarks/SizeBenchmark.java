package io.postrider.benchmarks;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** How long a start takes after {@code kill -9} under full load, with many links and as many kept outcomes. */
final class SizeBenchmark {

    private static final int CREATORS = 64;
    private static final int LOAD_SECONDS = 5;
    private static final int SAMPLE = 1_000;
    private static final int THOUSAND = 1_000;
    private static final double SECONDS_MOST = 15;

    private final Setup setup;
    private final Report report;
    private final AtomicLong numbers = new AtomicLong();
    private final LongAdder created = new LongAdder();

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
            create(product, links);
            double seconds = (System.nanoTime() - started) / 1e9;
            for (int i = 0; i < setup.options().starts(); i++) {
                Thread load =
                        Thread.ofPlatform().daemon().start(() -> create(product, Long.MAX_VALUE));
                Pause.of(Duration.ofSeconds(LOAD_SECONDS));
                product.killNine();
                join(load);
                product.startAgain();
                restarts.add(product.readySeconds());
                lost += missing(product, links);
            }
            describe(links, seconds, Spread.of(restarts), lost);
        }
    }

    /** Creates links until there are so many, or until the product does not answer any more. */
    private void create(Product product, long until) {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < CREATORS; i++) {
            threads.add(Thread.ofPlatform().daemon().start(() -> creator(product, until)));
        }
        threads.forEach(SizeBenchmark::join);
    }

    private void creator(Product product, long until) {
        try (HttpConnection caller = product.caller()) {
            for (long n = numbers.incrementAndGet(); n <= until; n = numbers.incrementAndGet()) {
                var _ = Links.createOnce(caller, slug(n));
                created.increment();
                if (n % (100 * THOUSAND) == 0) {
                    Progress.say(n + " links");
                }
            }
        } catch (IOException e) {
            if (until != Long.MAX_VALUE) {
                throw new BenchmarkFailed("a link was not created", e);
            }
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
            throw new BenchmarkFailed("the product does not answer", e);
        }
        return missing;
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw Pause.interrupted(e);
        }
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
                                CREATORS,
                                setup.options().starts(),
                                LOAD_SECONDS,
                                restarts.shown(1),
                                created.sum()));
        report.target(
                Target.atMost(
                        "start with all links, s, median", SECONDS_MOST, restarts.median(), 1));
        report.target(Target.none("links of a sample of " + SAMPLE + " lost by kill -9", lost));
    }
}
