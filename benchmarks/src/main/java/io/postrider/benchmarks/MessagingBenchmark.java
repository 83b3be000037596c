package io.postrider.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.benchmarks.load.BenchmarkException;
import io.postrider.benchmarks.load.HttpConnection;
import io.postrider.benchmarks.load.Latencies;
import io.postrider.benchmarks.load.OpenLoop;
import io.postrider.benchmarks.load.OpenLoopResult;
import io.postrider.benchmarks.load.Pause;
import io.postrider.benchmarks.load.Progress;
import io.postrider.benchmarks.load.RealTicker;
import io.postrider.benchmarks.load.Spread;
import io.postrider.platform.secrets.HubSignature;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Messages through the sandbox: accepting and sending them, and the calls of the provider. */
final class MessagingBenchmark {

    private static final int ACCEPTED_PER_SECOND = 200;
    private static final int SENT_PER_SECOND = 300;
    private static final int CALLS_PER_SECOND = 1_500;
    private static final int RECEIVED_PER_SECOND = 50;
    private static final int IDLE_INSTANCES = 9_900;
    private static final int CONNECTIONS = 64;
    private static final double ACCEPT_P99_MS = 60;
    private static final double CALL_P99_MS = 250;
    private static final double WEBHOOK_P95_MS = 200;
    private static final double IDLE_MIB = 1_024;
    private static final Duration DRAIN_MAX = Duration.ofMinutes(5);
    private static final Duration ARRIVAL_MAX = Duration.ofSeconds(30);
    private static final Duration MEMORY_WINDOW = Duration.ofSeconds(10);
    private static final Duration SUSTAINED = Duration.ofMinutes(2);
    private static final String SECRET = "app-secret-of-a-benchmark";
    private static final Pattern TOKEN = Pattern.compile("/hooks/whatsapp/([^\"]+)\"");
    private static final Pattern TEXT = Pattern.compile("\"body\":\"([^\"]+)\"");
    private static final Map<String, String> SETTINGS =
            Map.of(
                    "POSTRIDER_INSTANCES_PER_WORKSPACE",
                    "10000",
                    "POSTRIDER_OWNER_MEMORY_MB",
                    "200");

    private final Setup setup;
    private final Report report;

    MessagingBenchmark(Setup setup, Report report) {
        this.setup = setup;
        this.report = report;
    }

    /** An instance of the sandbox. */
    private record Instance(String id, String token) {}

    void run() {
        report.heading("Messaging");
        try (Product product = Product.start(setup, "messaging", SETTINGS);
                Receiver receiver = Receiver.start(TEXT)) {
            Instance instance = instance(product, receiver);
            accepting(product, instance);
            sending(product, instance);
            receiving(product, instance, receiver);
            calls(product, instance);
            idle(product);
            report.say("Log: " + product.log().complaints() + ".");
        }
    }

    private static Instance instance(Product product, Receiver receiver) {
        try (HttpConnection caller = product.caller()) {
            var _ =
                    caller.post(
                                    "/api/v1/webhooks",
                                    "{\"url\":\"%s\",\"event_types\":[\"message.received\"]}"
                                            .formatted(receiver.url()))
                            .expect(201);
            HttpConnection.Reply made =
                    caller.post(
                                    "/api/v1/instances",
                                    "{\"name\":\"Benchmark\",\"provider\":\"sandbox\",\"config\":{\"app_secret\":\"%s\"}}"
                                            .formatted(SECRET))
                            .expect(201);
            String id = Links.id(made);
            Matcher token = TOKEN.matcher(made.body());
            if (!token.find()) {
                throw new BenchmarkException("no callback address in " + made.body());
            }
            var _ = caller.post("/api/v1/instances/" + id + "/connect", "{}").expect(200);
            if (!Pause.until(ARRIVAL_MAX, () -> isConnected(caller, id))) {
                throw new BenchmarkException("the instance was not connected");
            }
            return new Instance(id, token.group(1));
        } catch (IOException e) {
            throw new BenchmarkException("there is no instance: " + e, e);
        }
    }

    private static boolean isConnected(HttpConnection caller, String id) {
        try {
            return caller.get("/api/v1/instances/" + id).body().contains("\"state\":\"connected\"");
        } catch (IOException e) {
            return false;
        }
    }

    private void accepting(Product product, Instance instance) {
        List<OpenLoop.Caller> senders = senders(product, instance);
        var _ = load("messages", ACCEPTED_PER_SECOND, setup.options().longWarmUp(), senders);
        awaitSent(product, instance);
        OpenLoopResult accepted =
                load("messages", ACCEPTED_PER_SECOND, setup.options().constantRate(), senders);
        awaitSent(product, instance);
        note("`POST /messages`, 202", ACCEPTED_PER_SECOND, accepted);
        target("message accepted, 200/s: p99", ACCEPT_P99_MS, accepted);
    }

    private static List<OpenLoop.Caller> senders(Product product, Instance instance) {
        List<OpenLoop.Caller> senders = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++) {
            HttpConnection caller = product.caller();
            senders.add(number -> {
                String body =
                        "{\"instance_id\":\"%s\",\"to\":{\"phone\":\"+49170%07d\"},\"type\":\"text\",\"text\":{\"body\":\"Hello\"}}"
                                .formatted(instance.id(), number % 1_000);
                var _ = caller.post("/api/v1/messages", body).expect(202);
            });
        }
        return senders;
    }

    /** The time until the provider has all messages that were accepted. */
    private static void awaitSent(Product product, Instance instance) {
        try (HttpConnection caller = product.caller()) {
            String waiting =
                    "/api/v1/messages?limit=1&status=accepted&instance_id=" + instance.id();
            if (!Pause.until(DRAIN_MAX, () -> isEmpty(caller, waiting))) {
                throw new BenchmarkException("messages were not sent within " + DRAIN_MAX);
            }
        }
    }

    private static boolean isEmpty(HttpConnection caller, String path) {
        try {
            return caller.get(path).expect(200).body().contains("\"data\":[]");
        } catch (IOException e) {
            return false;
        }
    }

    private void sending(Product product, Instance instance) {
        long began = System.nanoTime();
        OpenLoopResult accepted =
                load("messages", SENT_PER_SECOND, SUSTAINED, senders(product, instance));
        long ended = System.nanoTime();
        awaitSent(product, instance);
        double behind = (System.nanoTime() - ended) / 1e9;
        double rate = accepted.calls() / ((System.nanoTime() - began) / 1e9);
        note("the same, sustained", SENT_PER_SECOND, accepted);
        report.say(
                "The provider had the last of %,d messages %.1f s after it was accepted."
                        .formatted(accepted.calls(), behind));
        report.target(
                Goal.atLeast(
                        "messages sent a second for two minutes", SENT_PER_SECOND - 5, rate, 0));
        report.target(Goal.none("messages sent: errors", accepted.errors()));
    }

    /** Each message tells by its text which call brought it. */
    private void receiving(Product product, Instance instance, Receiver receiver) {
        var _ = received(product, instance, receiver, "warm", setup.options().warmUp());
        List<Long> nanos =
                received(product, instance, receiver, "read", setup.options().constantRate());
        Latencies latencies = Latencies.of(nanos);
        report.table(
                List.of("what", "asked/s", "count", "p50 ms", "p95 ms", "p99 ms"),
                List.of(
                        List.of(
                                "call of the provider to webhook",
                                Integer.toString(RECEIVED_PER_SECOND),
                                Long.toString(latencies.count()),
                                Latencies.shown(latencies.p50Ms()),
                                Latencies.shown(latencies.p95Ms()),
                                Latencies.shown(latencies.p99Ms()))));
        report.target(
                Goal.latency(
                        "call to webhook, 50/s: p95",
                        WEBHOOK_P95_MS,
                        latencies,
                        latencies.p95Ms()));
    }

    private static List<Long> received(
            Product product,
            Instance instance,
            Receiver receiver,
            String prefix,
            Duration duration) {
        Map<String, Long> called = new ConcurrentHashMap<>();
        List<OpenLoop.Caller> callers = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++) {
            HttpConnection provider = product.visitor();
            callers.add(number -> {
                String text = prefix + "-" + number;
                called.put(text, System.nanoTime());
                call(
                        provider,
                        instance,
                        "\"messages\":[{\"from\":\"49170%07d\",\"id\":\"wamid.%s\",\"timestamp\":\"1793000000\",\"type\":\"text\",\"text\":{\"body\":\"%s\"}}]"
                                .formatted(number % 1_000, text, text));
            });
        }
        OpenLoopResult result = load("inbound messages", RECEIVED_PER_SECOND, duration, callers);
        if (result.errors() > 0) {
            throw new BenchmarkException("a call was not taken: " + result.firstError());
        }
        Map<String, Long> heard = receiver.firstHeard();
        boolean all = Pause.until(ARRIVAL_MAX, () -> heard.keySet().containsAll(called.keySet()));
        if (!all) {
            throw new BenchmarkException("webhooks are missing");
        }
        return called.keySet().stream()
                .map(text -> heard.getOrDefault(text, 0L) - called.getOrDefault(text, 0L))
                .toList();
    }

    private void calls(Product product, Instance instance) {
        List<OpenLoop.Caller> callers = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++) {
            HttpConnection provider = product.visitor();
            callers.add(number ->
                    call(
                            provider,
                            instance,
                            "\"statuses\":[{\"id\":\"wamid.%d\",\"status\":\"delivered\",\"timestamp\":\"1793000000\",\"recipient_id\":\"491700000000\"}]"
                                    .formatted(number)));
        }
        var _ = load("calls", CALLS_PER_SECOND, setup.options().warmUp(), callers);
        OpenLoopResult taken =
                load("calls", CALLS_PER_SECOND, setup.options().constantRate(), callers);
        note("call of the provider, 200", CALLS_PER_SECOND, taken);
        target("calls of the provider, 1,500/s: p99", CALL_P99_MS, taken);
        report.target(
                Goal.atLeast("calls taken a second", CALLS_PER_SECOND - 15, taken.perSecond(), 0));
    }

    private static void call(HttpConnection provider, Instance instance, String news)
            throws IOException {
        String body =
                "{\"object\":\"whatsapp_business_account\",\"entry\":[{\"changes\":[{\"field\":\"messages\",\"value\":{%s}}]}]}"
                        .formatted(news);
        String header =
                HubSignature.HEADER + ": " + HubSignature.of(SECRET, body.getBytes(UTF_8)) + "\r\n";
        var _ = provider.post("/hooks/whatsapp/" + instance.token(), body, header).expect(200);
    }

    private void idle(Product product) {
        double before = IdleMemory.settle(product.pid(), MEMORY_WINDOW).mib();
        List<OpenLoop.Caller> creators = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++) {
            HttpConnection caller = product.caller();
            creators.add(number -> {
                var _ =
                        caller.post(
                                        "/api/v1/instances",
                                        "{\"name\":\"Idle %d\",\"provider\":\"sandbox\"}"
                                                .formatted(number))
                                .expect(201);
            });
        }
        int rate = 200;
        OpenLoopResult made =
                load("instances", rate, Duration.ofSeconds(IDLE_INSTANCES / rate), creators);
        double after = IdleMemory.settle(product.pid(), MEMORY_WINDOW).mib();
        report.say(
                "%,d idle instances, of which %d were refused: RSS %s MiB before and %s MiB after."
                        .formatted(
                                made.calls(),
                                made.errors(),
                                Spread.number(before, 0),
                                Spread.number(after, 0)));
        report.target(Goal.atMost("9,900 idle instances: more MiB", IDLE_MIB, after - before, 0));
        report.target(Goal.none("idle instances: errors", made.errors()));
    }

    private static OpenLoopResult load(
            String what, int rate, Duration duration, List<OpenLoop.Caller> callers) {
        Progress.say("%d %s a second for %d s".formatted(rate, what, duration.toSeconds()));
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

    private void target(String what, double most, OpenLoopResult result) {
        report.target(Goal.latency(what, most, result.latency(), result.latency().p99Ms()));
        report.target(Goal.none(what.replace(": p99", ": errors"), result.errors()));
    }
}
