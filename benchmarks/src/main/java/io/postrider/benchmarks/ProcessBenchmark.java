package io.postrider.benchmarks;

import io.postrider.benchmarks.load.HttpConnection;
import io.postrider.benchmarks.load.OpenLoop;
import io.postrider.benchmarks.load.Pause;
import io.postrider.benchmarks.load.Progress;
import io.postrider.benchmarks.load.RealTicker;
import io.postrider.benchmarks.load.Spread;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The memory of an idle process, and its time to start. */
final class ProcessBenchmark {

    private static final double MEMORY_MIB_MOST = 1.2 * 1_024;
    private static final double START_SECONDS_MOST = 15;
    private static final double RECOVERY_SECONDS_MOST = 10;
    private static final int RATE_BEFORE_KILL = 20;
    private static final int CONNECTIONS = 4;

    private final Setup setup;
    private final Report report;
    private final List<Double> firstStarts = new ArrayList<>();
    private final List<Double> laterStarts = new ArrayList<>();
    private final List<Double> recoveries = new ArrayList<>();
    private long lost;

    ProcessBenchmark(Setup setup, Report report) {
        this.setup = setup;
        this.report = report;
    }

    void run() {
        report.heading("Process");
        for (int start = 0; start < setup.options().starts(); start++) {
            try (Product product = Product.start(setup, "start-" + start)) {
                firstStarts.add(product.readySeconds());
                product.stop();
                product.startAgain();
                laterStarts.add(product.readySeconds());
                recoverFromKill(product);
            }
        }
        describeStarts();
        measureMemory();
    }

    /** Kills while links are created and followed; what was answered must be there after the start. */
    private void recoverFromKill(Product product) {
        Queue<String> answered = new ConcurrentLinkedQueue<>();
        Thread load = Thread.ofPlatform().daemon().start(() -> load(product, answered));
        Pause.of(setup.options().constantRate());
        product.killNine();
        try {
            load.join();
        } catch (InterruptedException e) {
            throw Pause.interrupted(e);
        }
        product.startAgain();
        recoveries.add(product.readySeconds());
        lost += answered.stream().filter(slug -> !redirects(product, slug)).count();
    }

    /** Ends with the process that it loads: every call fails from then on. */
    private void load(Product product, Queue<String> answered) {
        List<OpenLoop.Caller> callers = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++) {
            HttpConnection caller = product.caller();
            HttpConnection visitor = product.visitor();
            callers.add(number -> {
                String slug = "kill-" + number;
                var _ = Links.create(caller, slug);
                answered.add(slug);
                var _ = visitor.get("/" + slug);
            });
        }
        // A second longer than it takes to the kill.
        Duration duration = setup.options().constantRate().plusSeconds(1);
        var _ = new OpenLoop(RATE_BEFORE_KILL, duration, new RealTicker()).run(callers);
    }

    private static boolean redirects(Product product, String slug) {
        try (HttpConnection visitor = product.visitor()) {
            return visitor.get("/" + slug).status() == 302;
        } catch (IOException _) {
            return false;
        }
    }

    private void describeStarts() {
        Spread first = Spread.of(firstStarts);
        Spread later = Spread.of(laterStarts);
        Spread recovery = Spread.of(recoveries);
        report.say(
                ("From `./postrider up` in a built tree to 200 from `/readyz`, %d times, min / median /"
                                + " max. Files are in the page cache. Before the kill %d links a second"
                                + " are created and followed for %d s.")
                        .formatted(
                                setup.options().starts(),
                                RATE_BEFORE_KILL,
                                setup.options().constantRate().toSeconds()));
        report.table(
                List.of("start", "seconds"),
                List.of(
                        List.of("the first, on an empty folder", first.shown(1)),
                        List.of("after a stop", later.shown(1)),
                        List.of("after `kill -9` under light load", recovery.shown(1))));
        report.target(Goal.atMost("first start, s, median", START_SECONDS_MOST, first.median(), 1));
        report.target(
                Goal.atMost(
                        "start after a stop, s, median", START_SECONDS_MOST, later.median(), 1));
        report.target(
                Goal.atMost(
                        "start after kill -9, s, median",
                        RECOVERY_SECONDS_MOST,
                        recovery.median(),
                        1));
        report.target(Goal.none("answered links lost by kill -9", lost));
    }

    private void measureMemory() {
        try (Product product = Product.start(setup, "memory")) {
            Progress.say("watching the memory settle");
            IdleMemory idle = IdleMemory.settle(product.pid(), setup.options().constantRate());
            report.say(
                    "Memory of the process (RSS) when idle: %s MiB, %s; at the most since its start %s MiB."
                            .formatted(
                                    Spread.number(idle.mib(), 0),
                                    idle.how(),
                                    Spread.number(ProcFs.memoryMib(product.pid(), "VmHWM"), 0)));
            report.target(Goal.atMost("memory when idle, MiB", MEMORY_MIB_MOST, idle.mib(), 0));
            report.say("Log: " + product.log().complaints() + ".");
        }
    }
}
