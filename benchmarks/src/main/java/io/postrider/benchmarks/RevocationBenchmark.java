package io.postrider.benchmarks;

import io.postrider.benchmarks.load.BenchmarkException;
import io.postrider.benchmarks.load.HttpConnection;
import io.postrider.benchmarks.load.Latencies;
import io.postrider.benchmarks.load.OpenLoop;
import io.postrider.benchmarks.load.OpenLoopResult;
import io.postrider.benchmarks.load.Pause;
import io.postrider.benchmarks.load.RealTicker;
import io.postrider.benchmarks.load.Spread;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The time for which a key is still accepted after the confirmation of its revocation, on the confirming node and on another
 * one: both get a thousand requests per second.
 */
final class RevocationBenchmark {

    private static final int REVOCATIONS_A_ROUND = 40;
    private static final int PROBES_PER_SECOND = 1_000;
    private static final int CONNECTIONS = 4;
    private static final Duration BEFORE = Duration.ofMillis(200);
    private static final Duration AFTER = Duration.ofMillis(1_100);
    private static final Duration TAKEN_MAX = Duration.ofSeconds(10);
    private static final double P99_MS_MOST = 250;
    private static final double MAX_MS_MOST = 1_000;
    private static final Pattern MEMBER = Pattern.compile("\"(id|secret)\"\\s*:\\s*\"([^\"]+)\"");

    private final Setup setup;
    private final Report report;
    private final List<Long> answers = new ArrayList<>();
    private final List<Long> there = new ArrayList<>();
    private final List<Long> elsewhere = new ArrayList<>();
    private final List<Double> rates = new ArrayList<>();

    RevocationBenchmark(Setup setup, Report report) {
        this.setup = setup;
        this.report = report;
    }

    /** A key that was just made. */
    private record Key(String id, String secret) {}

    /** The requests to a node with a key, and the time of the last accepted one. */
    private static final class Probe implements Runnable {

        private final Product node;
        private final String secret;
        private final LongAccumulator lastTaken = new LongAccumulator(Math::max, Long.MIN_VALUE);
        private double rate;

        Probe(Product node, String secret) {
            this.node = node;
            this.secret = secret;
        }

        @Override
        public void run() {
            List<HttpConnection> connections = new ArrayList<>();
            List<OpenLoop.Caller> callers = new ArrayList<>();
            for (int i = 0; i < CONNECTIONS; i++) {
                HttpConnection connection = new HttpConnection(node.port(), secret);
                connections.add(connection);
                callers.add(_ -> ask(connection));
            }
            OpenLoopResult result =
                    new OpenLoop(PROBES_PER_SECOND, BEFORE.plus(AFTER), new RealTicker())
                            .run(callers);
            connections.forEach(HttpConnection::close);
            if (result.errors() > 0) {
                throw new BenchmarkException("a probe was not answered: " + result.firstError());
            }
            rate = result.perSecond();
        }

        private void ask(HttpConnection connection) throws IOException {
            long sent = System.nanoTime();
            int status = connection.get("/api/v1/me").status();
            if (status == 200) {
                lastTaken.accumulate(sent);
            } else if (status != 401) {
                throw new IOException("answered " + status);
            }
        }

        /** Time from a moment to the last accepted request, in nanoseconds. */
        long after(long moment) {
            return Math.max(0, lastTaken.get() - moment);
        }
    }

    void run() {
        report.heading("Revocations");
        try (Broker broker = Broker.start(setup);
                Product one = Product.startNode(setup, "node-1", broker);
                Product two = Product.joinNode(setup, "node-2", broker, one)) {
            int revocations = REVOCATIONS_A_ROUND * setup.options().rounds();
            for (int i = 0; i < revocations; i++) {
                revoke(i % 2 == 0 ? one : two, i % 2 == 0 ? two : one);
            }
        } catch (IOException e) {
            throw new BenchmarkException("a key was not made or revoked: " + e.getMessage(), e);
        }
        describe();
    }

    private void revoke(Product answering, Product other) throws IOException {
        try (HttpConnection caller = answering.caller()) {
            Key key = make(caller);
            if (!Pause.until(TAKEN_MAX, () -> takes(other, key) && takes(answering, key))) {
                throw new BenchmarkException("a new key was not taken within " + TAKEN_MAX);
            }
            Probe here = new Probe(answering, key.secret());
            Probe away = new Probe(other, key.secret());
            List<Thread> threads =
                    List.of(
                            Thread.ofPlatform().daemon().start(here),
                            Thread.ofPlatform().daemon().start(away));
            Pause.of(BEFORE);
            long asked = System.nanoTime();
            var _ = caller.post("/api/v1/keys/" + key.id() + "/revoke", "{}").expect(200);
            long answered = System.nanoTime();
            join(threads);
            answers.add(answered - asked);
            there.add(here.after(answered));
            elsewhere.add(away.after(answered));
            rates.add(Math.min(here.rate, away.rate));
        }
    }

    private static Key make(HttpConnection caller) throws IOException {
        String body =
                caller.post(
                                "/api/v1/keys",
                                "{\"name\":\"k\",\"scopes\":[\"links:read\"],\"requests_per_minute\":100000}")
                        .expect(201)
                        .body();
        String id = "";
        String secret = "";
        Matcher member = MEMBER.matcher(body);
        while (member.find()) {
            if (member.group(1).equals("secret")) {
                secret = member.group(2);
            } else if (member.group(2).startsWith("key_")) {
                id = member.group(2);
            }
        }
        return new Key(id, secret);
    }

    private static boolean takes(Product node, Key key) {
        try (HttpConnection connection = new HttpConnection(node.port(), key.secret())) {
            return connection.get("/api/v1/me").status() == 200;
        } catch (IOException _) {
            return false;
        }
    }

    private static void join(List<Thread> threads) {
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            throw Pause.interrupted(e);
        }
    }

    private void describe() {
        Latencies here = Latencies.of(there);
        Latencies away = Latencies.of(elsewhere);
        report.say(
                "%d keys, revoked at one node and the other in turns; each node is asked %d times a second (min / median / max of what came about: %s), and counted is the last request that was sent after the answer and let in. Below it, how long the answer itself took."
                        .formatted(there.size(), PROBES_PER_SECOND, Spread.of(rates).shown(0)));
        report.table(
                List.of("ms", "p50", "p99", "max"),
                List.of(
                        row("let in after the answer, at the node that answered", here),
                        row("let in after the answer, at the other node", away),
                        row("from the request to the answer", Latencies.of(answers))));
        report.target(
                Goal.none(
                        "revoked keys that the answering node let in",
                        there.stream().filter(nanos -> nanos > 0).count()));
        report.target(Goal.latency("revoked elsewhere, p99", P99_MS_MOST, away, away.p99Ms()));
        report.target(Goal.latency("revoked elsewhere, max", MAX_MS_MOST, away, away.maxMs()));
    }

    private static List<String> row(String where, Latencies latencies) {
        return List.of(
                where,
                Latencies.shown(latencies.p50Ms()),
                Latencies.shown(latencies.p99Ms()),
                Latencies.shown(latencies.maxMs()));
    }
}
