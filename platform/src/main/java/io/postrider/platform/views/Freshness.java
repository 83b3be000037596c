package io.postrider.platform.views;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.groupingBy;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The freshness of a view, topic by topic: it reads the ends of the log, and once those of a topic are applied, the view is as
 * fresh in this topic as that reading; a topic that hangs does not delay others. Driven by the applying thread; readable by
 * any.
 */
final class Freshness {

    private static final Logger LOGGER = LoggerFactory.getLogger(Freshness.class);

    private final ProjectionSettings settings;
    private final ClockReading.Clocks clocks;
    private final AppliedTable applied;
    private @Nullable Question question;
    private @Nullable ClockReading lastAsked;
    private final Map<String, Goal> goals = new HashMap<>();
    private final Map<TopicPartition, Long> starts = new HashMap<>();
    private Map<String, List<TopicPartition>> topics = Map.of();
    private volatile Map<TopicPartition, Long> span = Map.of();
    private volatile Map<TopicPartition, Long> ends = Map.of();
    private final Map<String, ClockReading> freshAt = new ConcurrentHashMap<>();
    private volatile CompletableFuture<Void> caughtUp = new CompletableFuture<>();

    private record Question(ClockReading askedAt, CompletableFuture<PartitionEnds> answer) {}

    /** The ends that make a topic as fresh as their reading, once they are applied. */
    private record Goal(ClockReading askedAt, Map<TopicPartition, Long> ends) {}

    Freshness(ProjectionSettings settings, ClockReading.Clocks clocks, AppliedTable applied) {
        this.settings = settings;
        this.clocks = clocks;
        this.applied = applied;
    }

    /** Restarts the open readings at the positions where reading begins. */
    void begin(Map<TopicPartition, AppliedOffset> positions) {
        question = null;
        lastAsked = null;
        goals.clear();
        positions.forEach((partition, position) -> starts.putIfAbsent(partition, position.next()));
        span = Map.copyOf(starts);
        topics = span.keySet().stream().collect(groupingBy(TopicPartition::topic));
    }

    /** Resets the freshness before the store is emptied. */
    void forget() {
        freshAt.clear();
        goals.clear();
        if (caughtUp.isDone()) {
            caughtUp = new CompletableFuture<>();
        }
        starts.clear();
        span = Map.of();
        topics = Map.of();
        ends = Map.of();
    }

    /** Reads the ends, or checks whether they are reached; called after every poll. */
    void tick(LogProbe probe) {
        Question open = question;
        if (open == null) {
            askIfDue(probe);
        } else if (open.answer().isCompletedExceptionally()) {
            LOGGER.atDebug().log("The ends of the log could not be read");
            question = null;
        } else if (open.answer().isDone()) {
            answered(open.askedAt(), open.answer().resultNow().answered());
            question = null;
        }
        reach();
    }

    /** Whether the view has not caught up yet, or the answer of the log is not read yet. */
    boolean isOpen() {
        return question != null || !caughtUp.isDone();
    }

    private void askIfDue(LogProbe probe) {
        ClockReading now = clocks.now();
        if (lastAsked != null && lastAsked.until(now).compareTo(settings.freshnessInterval()) < 0) {
            return;
        }
        Set<TopicPartition> partitions = span.keySet();
        // Catching up must not wait for a transaction that only this process, once it has caught
        // up, can end.
        IsolationLevel isolation =
                caughtUp.isDone() ? settings.freshnessAgainst() : IsolationLevel.READ_COMMITTED;
        lastAsked = now;
        question = new Question(now, probe.ends(partitions, isolation));
    }

    /** A topic of which a partition did not answer has no goal yet; one with a goal keeps it: it is nearer. */
    private void answered(ClockReading askedAt, Map<TopicPartition, Long> found) {
        Map<TopicPartition, Long> known = new HashMap<>(ends);
        known.putAll(found);
        ends = Map.copyOf(known);
        topics.forEach((topic, partitions) -> {
            if (found.keySet().containsAll(partitions)) {
                goals.putIfAbsent(topic, new Goal(askedAt, found));
            }
        });
    }

    private void reach() {
        boolean reached =
                goals.entrySet().removeIf(topic -> reached(topic.getKey(), topic.getValue()));
        if (reached && freshAt.keySet().containsAll(topics.keySet())) {
            caughtUp.complete(null);
        }
    }

    private boolean reached(String topic, Goal goal) {
        boolean reached =
                requireNonNull(topics.get(topic)).stream()
                        .allMatch(partition ->
                                applied.next(partition)
                                        >= requireNonNull(goal.ends().get(partition)));
        if (reached) {
            freshAt.put(topic, goal.askedAt());
        }
        return reached;
    }

    /** Time since everything that the log had of a topic was applied; infinite if it is not known yet. */
    Duration staleness(String topic) {
        ClockReading fresh = freshAt.get(topic);
        return fresh == null ? ChronoUnit.FOREVER.getDuration() : fresh.until(clocks.now());
    }

    CompletableFuture<Void> caughtUp() {
        return caughtUp;
    }

    Progress progress() {
        Map<TopicPartition, Long> known = ends;
        long passed = 0;
        long total = 0;
        for (Map.Entry<TopicPartition, Long> start : span.entrySet()) {
            long next = Math.max(applied.next(start.getKey()), start.getValue());
            long end = Math.max(known.getOrDefault(start.getKey(), next), next);
            passed += next - start.getValue();
            total += end - start.getValue();
        }
        return new Progress(passed, known.isEmpty() ? 0 : total, caughtUp.isDone());
    }
}
