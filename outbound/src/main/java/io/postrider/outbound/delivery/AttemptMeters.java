package io.postrider.outbound.delivery;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.postrider.platform.meters.Histograms;
import io.postrider.schemas.Attempt;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Counts the attempts and the ended deliveries of one channel, and measures the attempts. */
final class AttemptMeters {

    /** What an attempt can end with; any other counts as unknown. */
    private static final Set<String> OUTCOMES =
            Set.of(
                    Attempt.DELIVERED,
                    Attempt.ACKNOWLEDGED,
                    Attempt.RETRY,
                    Attempt.EXHAUSTED,
                    Attempt.UNKNOWN,
                    Attempt.GONE,
                    Attempt.HELD,
                    Attempt.DROPPED);

    private final MeterRegistry meters;
    private final String channel;
    private final Timer durations;

    /** By partition; a process has no more partitions than its topics. */
    private final Map<Integer, Integer> waiting = new ConcurrentHashMap<>();

    /** @param channel what the deliveries are: webhooks, messages or effects of rules */
    AttemptMeters(MeterRegistry meters, String channel) {
        this.meters = meters;
        this.channel = channel;
        this.durations =
                Histograms.of("postrider.attempt.duration", "Duration of attempts of deliveries")
                        .tag("channel", channel)
                        .register(meters);
        Gauge.builder("postrider.deliveries.waiting", this, AttemptMeters::allWaiting)
                .description("Deliveries that have not ended")
                .tag("channel", channel)
                .register(meters);
    }

    private int allWaiting() {
        return waiting.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Notes how many deliveries of a partition have not ended. */
    void waiting(int partition, int deliveries) {
        waiting.put(partition, deliveries);
    }

    /** Counts an attempt that is to be written. */
    void count(Attempt attempt) {
        if (attempt.outcome().equals(Attempt.STARTED)) {
            return;
        }
        String outcome = OUTCOMES.contains(attempt.outcome()) ? attempt.outcome() : Attempt.UNKNOWN;
        count("postrider.attempts", "Attempts of deliveries", "result", outcome);
        durations.record(attempt.durationMs(), TimeUnit.MILLISECONDS);
        if (!outcome.equals(Attempt.RETRY)) {
            count("postrider.deliveries", "Deliveries that have ended", "state", outcome);
        }
    }

    private void count(String name, String description, String label, String value) {
        Counter.builder(name)
                .description(description)
                .tag("channel", channel)
                .tag(label, value)
                .register(meters)
                .increment();
    }
}
