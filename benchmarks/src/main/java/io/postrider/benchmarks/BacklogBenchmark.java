package io.postrider.benchmarks;

import io.postrider.benchmarks.load.BenchmarkException;
import io.postrider.benchmarks.load.HttpConnection;
import io.postrider.benchmarks.load.Pause;
import io.postrider.benchmarks.load.Progress;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** The rate at which the deliveries of a burst of published events reach their receivers. */
final class BacklogBenchmark {

    private static final int BATCH = 100;
    private static final int EVENTS = 10_000;

    /** A young process compiles its code for longer than it delivers. */
    private static final int WARM_UP_ROUNDS = 5;

    private static final int ROUNDS = 3;
    private static final Duration ARRIVAL_MAX = Duration.ofMinutes(4);
    private static final double PER_SECOND = 2_000;

    private final Setup setup;
    private final Report report;

    BacklogBenchmark(Setup setup, Report report) {
        this.setup = setup;
        this.report = report;
    }

    void run() {
        report.say(
                "%d rounds of %d events of 1 KiB, published %d in a request, after %d rounds of warm-up; each from the first request to the last delivery."
                        .formatted(ROUNDS, EVENTS, BATCH, WARM_UP_ROUNDS));
        for (int endpoints : List.of(1, 100)) {
            measured(endpoints);
        }
    }

    private void measured(int endpoints) {
        try (Product product = Product.start(setup, "backlog-" + endpoints);
                Receiver receiver = Receiver.start();
                HttpConnection caller = product.caller()) {
            for (int i = 0; i < endpoints; i++) {
                var _ =
                        caller.post(
                                        "/api/v1/webhooks",
                                        "{\"url\":\"%s\",\"event_types\":[\"bench.of%d\"]}"
                                                .formatted(receiver.url(), i))
                                .expect(201);
            }
            Progress.say("delivering " + EVENTS + " events to " + endpoints + " endpoints");
            var _ = drained(caller, receiver, endpoints, WARM_UP_ROUNDS);
            double cpu = ProcFs.cpuSeconds(product.pid());
            double seconds = drained(caller, receiver, endpoints, ROUNDS);
            cpu = ProcFs.cpuSeconds(product.pid()) - cpu;
            report.target(
                    Goal.atLeast(
                            "deliveries a second, " + endpoints + " endpoints",
                            PER_SECOND,
                            ROUNDS * EVENTS / seconds,
                            0));
            report.target(
                    Goal.atMost(
                            "processor time of a delivery, " + endpoints + " endpoints, ms",
                            0.6,
                            cpu * 1_000 / (ROUNDS * EVENTS),
                            2));
        } catch (IOException e) {
            throw new BenchmarkException("the events cannot be published: " + e, e);
        }
    }

    private static double drained(
            HttpConnection caller, Receiver receiver, int endpoints, int rounds)
            throws IOException {
        double seconds = 0;
        for (int i = 0; i < rounds; i++) {
            seconds += drain(caller, receiver, endpoints);
        }
        return seconds;
    }

    /** Publishes all, and waits until all are received; in seconds. */
    private static double drain(HttpConnection caller, Receiver receiver, int endpoints)
            throws IOException {
        long before = receiver.received();
        long start = System.nanoTime();
        for (int i = 0; i < EVENTS; i += BATCH) {
            var _ = caller.post("/api/v1/events", batch(i, endpoints)).expect(202);
        }
        if (!Pause.until(ARRIVAL_MAX, () -> receiver.received() - before >= EVENTS)) {
            throw new BenchmarkException(
                    "%d of %d deliveries came".formatted(receiver.received() - before, EVENTS));
        }
        return (System.nanoTime() - start) / 1e9;
    }

    private static String batch(int first, int endpoints) {
        StringBuilder events = new StringBuilder("{\"events\":[");
        for (int i = first; i < first + BATCH; i++) {
            events.append(i == first ? "" : ",")
                    .append(
                            "{\"type\":\"bench.of%d\",\"data\":{\"text\":\""
                                    .formatted(i % endpoints))
                    .repeat('a', 800)
                    .append("\"}}");
        }
        return events.append("]}").toString();
    }
}
