package io.postrider.benchmarks;

import io.postrider.automation.engine.Matching;
import io.postrider.benchmarks.load.BenchmarkException;
import io.postrider.benchmarks.load.HttpConnection;
import io.postrider.benchmarks.load.Latencies;
import io.postrider.benchmarks.load.OpenLoop;
import io.postrider.benchmarks.load.OpenLoopResult;
import io.postrider.benchmarks.load.Pause;
import io.postrider.benchmarks.load.Progress;
import io.postrider.benchmarks.load.RealTicker;
import io.postrider.benchmarks.load.Spread;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Events that callers publish, and the way from an event through a rule to its effect. */
final class AutomationBenchmark {

    private static final int PUBLISHED_PER_SECOND = 300;
    private static final int BATCH = 100;
    private static final int BATCHES_PER_SECOND = 30;
    private static final int RUNS_PER_SECOND = 50;
    private static final int CONNECTIONS = 64;
    private static final double PUBLISH_P99_MS = 60;
    private static final double EFFECT_P95_MS = 300;
    private static final int ANSWERS_PER_SECOND = 20;
    private static final double ANSWER_P95_MS = 200;
    private static final Pattern URL = Pattern.compile("\"url\":\"[a-z]+://[^/]+([^\"]+)\"");
    private static final Duration ARRIVAL_MAX = Duration.ofSeconds(60);
    private static final Pattern NUMBER = Pattern.compile("\"number\":\"([^\"]+)\"");

    private final Setup setup;
    private final Report report;

    AutomationBenchmark(Setup setup, Report report) {
        this.setup = setup;
        this.report = report;
    }

    void run() {
        report.heading("Automation");
        try (Product product = Product.start(setup, "automation", Map.of());
                Receiver receiver = Receiver.start(NUMBER)) {
            publishing(product);
            batches(product);
            effects(product, receiver);
            answers(product);
            report.say("Log: " + product.log().complaints() + ".");
        }
        matching();
    }

    /** A caller of an endpoint waits for what a rule responds. */
    private void answers(Product product) {
        String path;
        try (HttpConnection caller = product.caller()) {
            HttpConnection.Reply made =
                    caller.post(
                                    "/api/v1/automation/endpoints",
                                    "{\"name\":\"Benchmark\",\"event_type\":\"bench.asked\",\"response\":\"sync\"}")
                            .expect(201);
            Matcher url = URL.matcher(made.body());
            if (!url.find()) {
                throw new BenchmarkException("no address in " + made.body());
            }
            path = url.group(1);
        } catch (IOException e) {
            throw new BenchmarkException("there is no endpoint: " + e, e);
        }
        rule(
                product,
                "bench.asked",
                "{\"key\":\"answer\",\"type\":\"respond\",\"with\":{\"jsonata\":\"{'number': event.data.number}\"}}");
        IntFunction<String> body = number -> "{\"number\":\"" + number + "\"}";
        var _ =
                load(
                        product,
                        path,
                        "questions",
                        200,
                        ANSWERS_PER_SECOND,
                        setup.options().warmUp(),
                        body);
        OpenLoopResult result =
                load(
                        product,
                        path,
                        "questions",
                        200,
                        ANSWERS_PER_SECOND,
                        setup.options().constantRate(),
                        body);
        note("endpoint, answered by a rule", ANSWERS_PER_SECOND, result);
        report.target(
                Goal.latency(
                        "synchronous answer, 20/s: p95",
                        ANSWER_P95_MS,
                        result.latency(),
                        result.latency().p95Ms()));
        report.target(Goal.none("synchronous answers: errors", result.errors()));
    }

    /** In this process, without the log. */
    private void matching() {
        Matching alone = new Matching();
        alone.add(1, "order.paid");
        Latencies one = Latencies.of(alone.events());
        alone.add(10_000, "order.sent");
        Latencies others = Latencies.of(alone.events());
        Matching many = new Matching();
        many.add(1_000, "order.paid");
        Latencies thousand = Latencies.of(many.events());
        report.target(
                Goal.latency(
                        "1,000 rules of a type: p99 of matching an event",
                        5,
                        thousand,
                        thousand.p99Ms()));
        report.target(
                Goal.atMost(
                        "10,000 rules of other types: more at p50 of an event, µs",
                        50,
                        (others.p50Ms() - one.p50Ms()) * 1_000,
                        1));
    }

    private void publishing(Product product) {
        IntFunction<String> one =
                number -> "{\"type\":\"bench.published\",\"data\":{\"number\":\"" + number + "\"}}";
        var _ = load(product, "events", PUBLISHED_PER_SECOND, setup.options().longWarmUp(), one);
        OpenLoopResult result =
                load(product, "events", PUBLISHED_PER_SECOND, setup.options().constantRate(), one);
        note("`POST /events`, 202", PUBLISHED_PER_SECOND, result);
        report.target(
                Goal.latency(
                        "event published, 300/s: p99",
                        PUBLISH_P99_MS,
                        result.latency(),
                        result.latency().p99Ms()));
        report.target(Goal.none("events published: errors", result.errors()));
    }

    private void batches(Product product) {
        StringBuilder events = new StringBuilder();
        for (int i = 0; i < BATCH; i++) {
            events.append(i == 0 ? "" : ",")
                    .append("{\"type\":\"bench.batch\",\"data\":{\"number\":\"1\"}}");
        }
        IntFunction<String> batch = _ -> "{\"events\":[" + events + "]}";
        var _ = load(product, "batches", BATCHES_PER_SECOND, setup.options().warmUp(), batch);
        OpenLoopResult result =
                load(product, "batches", BATCHES_PER_SECOND, setup.options().constantRate(), batch);
        note("`POST /events`, 100 each", BATCHES_PER_SECOND, result);
        report.target(
                Goal.atLeast(
                        "events published a second, in batches",
                        (BATCHES_PER_SECOND - 1) * BATCH,
                        result.perSecond() * BATCH,
                        0));
        report.target(Goal.none("batches: errors", result.errors()));
    }

    /** One rule calls a receiver, another makes a link, of which a webhook tells. */
    private void effects(Product product, Receiver receiver) {
        rule(
                product,
                "bench.call",
                "{\"key\":\"call\",\"type\":\"http.request\",\"with\":{\"jsonata\":\"{'url': '%s', 'body': event.data}\"}}"
                        .formatted(receiver.url()));
        measured(product, receiver, "bench.call", "event to call of a service");
        try (HttpConnection caller = product.caller()) {
            var _ =
                    caller.post(
                                    "/api/v1/webhooks",
                                    "{\"url\":\"%s\",\"event_types\":[\"link.created\"]}"
                                            .formatted(receiver.url()))
                            .expect(201);
        } catch (IOException e) {
            throw new BenchmarkException("there is no webhook: " + e, e);
        }
        rule(
                product,
                "bench.link",
                "{\"key\":\"link\",\"type\":\"links.create\",\"with\":{\"jsonata\":\"{'url': 'https://example.com/', 'metadata': {'number': event.data.number}}\"}}");
        measured(product, receiver, "bench.link", "event to link and its webhook");
    }

    private static void rule(Product product, String type, String action) {
        try (HttpConnection caller = product.caller()) {
            HttpConnection.Reply made =
                    caller.post(
                                    "/api/v1/automation/rules",
                                    "{\"name\":\"Benchmark\",\"trigger\":{\"event_types\":[\"%s\"]},\"actions\":[%s]}"
                                            .formatted(type, action))
                            .expect(201);
            var _ =
                    caller.post(
                                    "/api/v1/automation/rules/" + Links.id(made) + "/publish",
                                    "{}",
                                    "If-Match: *\r\n")
                            .expect(200);
        } catch (IOException e) {
            throw new BenchmarkException("there is no rule: " + e, e);
        }
    }

    private void measured(Product product, Receiver receiver, String type, String what) {
        var _ = arrived(product, receiver, type, "warm", setup.options().warmUp());
        Latencies latencies =
                Latencies.of(
                        arrived(product, receiver, type, "read", setup.options().constantRate()));
        report.table(
                List.of("what", "asked/s", "count", "p50 ms", "p95 ms", "p99 ms"),
                List.of(
                        List.of(
                                what,
                                Integer.toString(RUNS_PER_SECOND),
                                Long.toString(latencies.count()),
                                Latencies.shown(latencies.p50Ms()),
                                Latencies.shown(latencies.p95Ms()),
                                Latencies.shown(latencies.p99Ms()))));
        report.target(
                Goal.latency(what + ", 50/s: p95", EFFECT_P95_MS, latencies, latencies.p95Ms()));
    }

    private static List<Long> arrived(
            Product product, Receiver receiver, String type, String prefix, Duration duration) {
        Map<String, Long> published = new ConcurrentHashMap<>();
        OpenLoopResult result =
                load(
                        product,
                        "events to rules",
                        RUNS_PER_SECOND,
                        duration,
                        number -> {
                            String name = type + "-" + prefix + "-" + number;
                            published.put(name, System.nanoTime());
                            return "{\"type\":\"%s\",\"data\":{\"number\":\"%s\"}}"
                                    .formatted(type, name);
                        });
        if (result.errors() > 0) {
            throw new BenchmarkException("an event was not taken: " + result.firstError());
        }
        Map<String, Long> heard = receiver.firstHeard();
        if (!Pause.until(ARRIVAL_MAX, () -> heard.keySet().containsAll(published.keySet()))) {
            throw new BenchmarkException("effects are missing");
        }
        return published.keySet().stream()
                .map(name -> heard.getOrDefault(name, 0L) - published.getOrDefault(name, 0L))
                .toList();
    }

    private static OpenLoopResult load(
            Product product, String what, int rate, Duration duration, IntFunction<String> body) {
        return load(product, "/api/v1/events", what, 202, rate, duration, body);
    }

    private static OpenLoopResult load(
            Product product,
            String path,
            String what,
            int status,
            int rate,
            Duration duration,
            IntFunction<String> body) {
        Progress.say("%d %s a second for %d s".formatted(rate, what, duration.toSeconds()));
        List<OpenLoop.Caller> callers = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++) {
            HttpConnection caller = product.caller();
            callers.add(number -> {
                var _ = caller.post(path, body.apply((int) number)).expect(status);
            });
        }
        return new OpenLoop(rate, duration, new RealTicker()).run(callers);
    }

    private void note(String what, int rate, OpenLoopResult result) {
        Latencies latency = result.latency();
        report.table(
                List.of("what", "asked/s", "made/s", "p50 ms", "p99 ms", "max ms", "errors"),
                List.of(
                        List.of(
                                what,
                                Integer.toString(rate),
                                Spread.number(result.perSecond(), 0),
                                Latencies.shown(latency.p50Ms()),
                                Latencies.shown(latency.p99Ms()),
                                Latencies.shown(latency.maxMs()),
                                Long.toString(result.errors()))));
        if (result.firstError() != null) {
            report.say("First error: `" + result.firstError() + "`");
        }
    }
}
