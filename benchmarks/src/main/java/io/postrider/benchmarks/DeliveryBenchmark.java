package io.postrider.benchmarks;

import io.postrider.benchmarks.load.BenchmarkException;
import io.postrider.benchmarks.load.HttpConnection;
import io.postrider.benchmarks.load.Latencies;
import io.postrider.benchmarks.load.OpenLoop;
import io.postrider.benchmarks.load.OpenLoopResult;
import io.postrider.benchmarks.load.Pause;
import io.postrider.benchmarks.load.Progress;
import io.postrider.benchmarks.load.RealTicker;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The time from a click to its webhook, and from a write to its reader. */
final class DeliveryBenchmark {

    private static final int CLICKS_PER_SECOND = 20;
    private static final int WRITES_PER_SECOND = 10;
    private static final int VISITORS = 4;
    private static final int CREATORS = 8;
    private static final Duration ARRIVAL_MAX = Duration.ofSeconds(30);
    private static final double ARRIVAL_P95_MS = 150;
    private static final double VISIBLE_P99_MS = 250;

    private final Setup setup;
    private final Report report;

    DeliveryBenchmark(Setup setup, Report report) {
        this.setup = setup;
        this.report = report;
    }

    void run() {
        try (Product product = Product.start(setup, "delivery");
                Receiver receiver = Receiver.start()) {
            report.heading("Delivery and visibility");
            subscribe(product, receiver);
            Progress.say("following and creating links, waiting to hear of them");
            var _ = arrivals(product, receiver, "warm", setup.options().longWarmUp());
            Arrivals arrivals =
                    arrivals(product, receiver, "click", setup.options().constantRate());
            var _ = visibility(product, setup.options().longWarmUp());
            Visibility visibility = visibility(product, setup.options().constantRate());
            describe(arrivals, visibility);
            report.say("Log: " + product.log().complaints() + ".");
        }
        new BacklogBenchmark(setup, report).run();
    }

    /** Of clicks that were followed. */
    private record Arrivals(Latencies latencies, long missing, long repeated) {}

    /** Of writes that were answered. */
    private record Visibility(Latencies latencies, long behind) {}

    private static void subscribe(Product product, Receiver receiver) {
        try (HttpConnection caller = product.caller()) {
            var _ =
                    caller.post(
                                    "/api/v1/webhooks",
                                    "{\"url\":\""
                                            + receiver.url()
                                            + "\",\"event_types\":[\"link.clicked\"]}")
                            .expect(201);
        } catch (IOException e) {
            throw new BenchmarkException("the webhook cannot be created: " + e, e);
        }
    }

    /** Follows each link once, so that a delivery tells by its slug which click it belongs to. */
    private static Arrivals arrivals(
            Product product, Receiver receiver, String prefix, Duration duration) {
        createLinks(product, prefix, duration);
        long receivedBefore = receiver.received();
        Map<String, Long> followed = new ConcurrentHashMap<>();
        List<OpenLoop.Caller> visitors = new ArrayList<>();
        for (int i = 0; i < VISITORS; i++) {
            HttpConnection visitor = product.visitor();
            visitors.add(number -> {
                String slug = prefix + "-" + number;
                followed.put(slug, System.nanoTime());
                var _ = visitor.get("/" + slug).expect(302);
            });
        }
        loadWithoutErrors(CLICKS_PER_SECOND, duration, visitors);
        Map<String, Long> heard = receiver.firstHeard();
        boolean _ = Pause.until(ARRIVAL_MAX, () -> heard.keySet().containsAll(followed.keySet()));
        List<Long> nanos =
                followed.keySet().stream()
                        .filter(heard::containsKey)
                        .map(slug -> heard.getOrDefault(slug, 0L) - followed.getOrDefault(slug, 0L))
                        .toList();
        return new Arrivals(
                Latencies.of(nanos),
                followed.size() - nanos.size(),
                receiver.received() - receivedBefore - nanos.size());
    }

    private static void createLinks(Product product, String prefix, Duration duration) {
        List<OpenLoop.Caller> creators = new ArrayList<>();
        for (int i = 0; i < CREATORS; i++) {
            HttpConnection caller = product.caller();
            creators.add(number -> Links.create(caller, prefix + "-" + number));
        }
        // Somewhat more than are followed, for what rounding leaves over.
        loadWithoutErrors(CLICKS_PER_SECOND * 5, duration.dividedBy(5).plusMillis(200), creators);
    }

    private static void loadWithoutErrors(
            int rate, Duration duration, List<OpenLoop.Caller> callers) {
        OpenLoopResult result = new OpenLoop(rate, duration, new RealTicker()).run(callers);
        if (result.errors() > 0) {
            throw new BenchmarkException(
                    result.errors() + " calls failed, the first: " + result.firstError());
        }
    }

    /** Lists right after each write with the token that it answered. */
    private static Visibility visibility(Product product, Duration duration) {
        List<Long> nanos = new ArrayList<>();
        List<String> behind = new ArrayList<>();
        try (HttpConnection caller = product.caller()) {
            OpenLoop.Caller writer =
                    number -> {
                        HttpConnection.Reply created = Links.create(caller, number);
                        long answered = System.nanoTime();
                        String id = Links.id(created);
                        if (!list(caller, created).contains(id)) {
                            behind.add(id);
                        }
                        nanos.add(System.nanoTime() - answered);
                    };
            loadWithoutErrors(WRITES_PER_SECOND, duration, List.of(writer));
        }
        return new Visibility(Latencies.of(nanos), behind.size());
    }

    private static String list(HttpConnection caller, HttpConnection.Reply created)
            throws IOException {
        String token = "Consistency-Token: " + created.header("Consistency-Token") + "\r\n";
        return caller.get(Links.PATH + "?limit=20", token).expect(200).body();
    }

    private void describe(Arrivals arrivals, Visibility visibility) {
        Latencies arrival = arrivals.latencies();
        Latencies visible = visibility.latencies();
        report.say(
                ("Clicks at %d/s on a link each, from sending the visitor's request to having the whole"
                                + " delivery at a receiver on this machine. Writes at %d/s, from the answer to having"
                                + " the list that was asked for with its Consistency-Token.")
                        .formatted(CLICKS_PER_SECOND, WRITES_PER_SECOND));
        report.table(
                List.of(
                        "what",
                        "count",
                        "p50 ms",
                        "p95 ms",
                        "p99 ms",
                        "max ms",
                        "missing",
                        "repeated"),
                List.of(
                        row("click to webhook", arrival, arrivals.missing(), arrivals.repeated()),
                        row("write to list", visible, visibility.behind(), 0)));
        report.target(
                Goal.latency("click to webhook: p95", ARRIVAL_P95_MS, arrival, arrival.p95Ms()));
        report.target(Goal.none("click to webhook: missing", arrivals.missing()));
        report.target(Goal.latency("write to list: p99", VISIBLE_P99_MS, visible, visible.p99Ms()));
        report.target(Goal.none("write to list: not in it", visibility.behind()));
    }

    private static List<String> row(String what, Latencies latencies, long missing, long repeated) {
        return List.of(
                what,
                Long.toString(latencies.count()),
                Latencies.shown(latencies.p50Ms()),
                Latencies.shown(latencies.p95Ms()),
                Latencies.shown(latencies.p99Ms()),
                Latencies.shown(latencies.maxMs()),
                Long.toString(missing),
                Long.toString(repeated));
    }
}
