package io.postrider.outbound.delivery;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.meters.Bounds.Kind;
import io.postrider.platform.meters.Histograms;
import io.postrider.platform.meters.LabelledCounters;
import io.postrider.schemas.Attempt;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;

/** Counts the attempts and the ended deliveries of one channel, and measures the attempts. */
final class AttemptMeters {

    /** What an attempt can end with; any other counts as unknown. */
    private static final Set<String> OUTCOMES =
            Set.of(
                    Attempt.DELIVERED,
                    Attempt.RETRY,
                    Attempt.EXHAUSTED,
                    Attempt.UNKNOWN,
                    Attempt.GONE);

    private final LabelledCounters attempts;
    private final LabelledCounters ended;
    private final Timer durations;
    private final Bounds bounds;

    /** By partition; a process has no more partitions than its topics. */
    private final Map<Integer, PartitionLoad> loads = new ConcurrentHashMap<>();

    /** @param channel what the deliveries are: webhooks, messages or effects of rules */
    AttemptMeters(MeterRegistry meters, String channel) {
        Tags tags = Tags.of("channel", channel);
        this.attempts =
                new LabelledCounters(
                        meters, "postrider.attempts", "Attempts of deliveries", tags, "result");
        this.ended =
                new LabelledCounters(
                        meters,
                        "postrider.deliveries",
                        "Deliveries that have ended",
                        tags,
                        "state");
        this.durations =
                Histograms.of("postrider.attempt.duration", "Duration of attempts of deliveries")
                        .tags(tags)
                        .register(meters);
        Gauge.builder("postrider.deliveries.waiting", this, AttemptMeters::allWaiting)
                .description("Deliveries that have not ended")
                .tags(tags)
                .register(meters);
        this.bounds = new Bounds(meters);
        bounds.show(
                "attempts_of_" + channel,
                () -> most(PartitionLoad::inHand),
                DeliveryEngine.PERMITS.all());
    }

    /** Shows the deliveries of the fullest lane. */
    void showBacklog(String bound, Backlog backlog) {
        bounds.show(
                Kind.TENANT,
                bound,
                () -> most(PartitionLoad::ofFullestLane),
                backlog.deliveriesMax());
    }

    private int allWaiting() {
        return loads.values().stream().mapToInt(PartitionLoad::deliveries).sum();
    }

    private int most(ToIntFunction<PartitionLoad> of) {
        return loads.values().stream().mapToInt(of).max().orElse(0);
    }

    /** Notes how many deliveries of a partition have not ended. */
    void load(int partition, PartitionLoad load) {
        loads.put(partition, load);
    }

    /** Counts an attempt that is to be written. */
    void count(Attempt attempt) {
        if (!attempt.outcome().equals(Attempt.STARTED)) {
            durations.record(attempt.durationMs(), TimeUnit.MILLISECONDS);
            countUntimed(attempt);
        }
    }

    /** The same for an attempt that sent nothing, or whose end is not known. */
    void countUntimed(Attempt attempt) {
        String outcome = outcome(attempt);
        attempts.increment(outcome);
        if (!outcome.equals(Attempt.RETRY)) {
            ended.increment(outcome);
        }
    }

    /** Counts a delivery that ends without an attempt. */
    void countDiscarded(Attempt attempt) {
        ended.increment(outcome(attempt));
    }

    private static String outcome(Attempt attempt) {
        return OUTCOMES.contains(attempt.outcome()) ? attempt.outcome() : Attempt.UNKNOWN;
    }

    /** Counts a delivery that its consumer has acknowledged. */
    void countAcknowledged() {
        ended.increment(Attempt.ACKNOWLEDGED);
    }
}
