package io.postrider.platform.streams;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.streams.KafkaStreams;

/**
 * Checks the progress of an application's stream threads: they poll, process, run timers or commit, or wait for a broker. A
 * thread that does none of these is stuck in the application's code.
 */
final class ThreadMoves {

    private static final String CLIENTS = "org.apache.kafka.clients.";
    private static final String THREAD = "thread-id";

    /** The last one grows with each record, the others once a round, which may have many slow ones. */
    private static final Set<String> COUNTED =
            Set.of(
                    "poll-total",
                    "process-total",
                    "punctuate-total",
                    "commit-total",
                    "records-consumed-total");

    private final Supplier<Map<String, Double>> counters;
    private final Predicate<String> excused;
    private Map<String, Double> before = Map.of();

    /**
     * @param counters counters of each thread's work, by its name
     * @param excused whether a thread stands still for a reason
     */
    ThreadMoves(Supplier<Map<String, Double>> counters, Predicate<String> excused) {
        this.counters = counters;
        this.excused = excused;
    }

    static ThreadMoves of(Supplier<KafkaStreams> streams) {
        return new ThreadMoves(() -> counters(streams.get().metrics()), ThreadMoves::waits);
    }

    /** Whether each thread has progressed since the last call. */
    synchronized boolean moved() {
        Map<String, Double> now = counters.get();
        boolean moved =
                now.entrySet().stream()
                        .allMatch(thread ->
                                !thread.getValue().equals(before.get(thread.getKey()))
                                        || excused.test(thread.getKey()));
        before = now;
        return moved;
    }

    static Map<String, Double> counters(Map<MetricName, ? extends Metric> metrics) {
        Map<String, Double> counters = new HashMap<>();
        metrics.forEach((name, metric) -> {
            String thread = name.tags().get(THREAD);
            if (thread != null
                    && COUNTED.contains(name.name())
                    && metric.metricValue() instanceof Double value) {
                counters.merge(thread, value, Double::sum);
            }
        });
        return counters;
    }

    /** Whether a thread is gone, or in a client of Kafka: without a broker a commit takes longer than a minute. */
    private static boolean waits(String name) {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        Thread[] all = new Thread[2 * group.activeCount()];
        return Arrays.stream(all, 0, group.enumerate(all))
                .filter(thread -> thread.getName().equals(name))
                .findFirst()
                .map(thread -> waits(thread.getStackTrace()))
                .orElse(true);
    }

    static boolean waits(StackTraceElement[] stack) {
        return stack.length == 0
                || Arrays.stream(stack).anyMatch(frame -> frame.getClassName().startsWith(CLIENTS));
    }
}
