package io.postrider.platform.views;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toUnmodifiableSet;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts commands that retention has deleted as applied, once the events are applied that the log held after that. Of such
 * a command there may be no record: its settlement is deleted too, or it was never decided and never will be. The commands
 * after it would otherwise never count.
 *
 * <p>It asks at the beginning of a session, and again for partitions in which settlements stay pending. Driven by the
 * applying thread.
 */
final class DeletedCommands {

    private static final Logger LOGGER = LoggerFactory.getLogger(DeletedCommands.class);

    private final CommandProgress commands;
    private final AppliedTable applied;
    private final ClockReading.Clocks clocks;
    private final Duration interval;
    private final Map<TopicPartition, Goal> goals = new HashMap<>();
    private final Map<TopicPartition, Long> stuck = new HashMap<>();
    private final Set<TopicPartition> unknown = new HashSet<>();
    private @Nullable CompletableFuture<Map<TopicPartition, Goal>> question;
    private @Nullable ClockReading lastLook;

    /**
     * The commands known to be applied once a partition of events is applied up to an end.
     *
     * @param kept the oldest command that is kept
     */
    private record Goal(long kept, long end) {}

    DeletedCommands(
            CommandProgress commands,
            AppliedTable applied,
            ClockReading.Clocks clocks,
            Duration interval) {
        this.commands = commands;
        this.applied = applied;
        this.clocks = clocks;
        this.interval = interval;
    }

    /** Starts with the partitions of a session. */
    void begin() {
        unknown.addAll(commands.partitions());
    }

    /** The partitions of events in which commands count as applied that did not before; called after every poll. */
    Set<TopicPartition> passed(LogProbe probe) {
        hear();
        look(probe);
        return goals.isEmpty() ? Set.of() : reached();
    }

    /** Whether the answer of the log is not read yet. */
    boolean isAsking() {
        return question != null;
    }

    private void hear() {
        CompletableFuture<Map<TopicPartition, Goal>> open = question;
        if (open == null || !open.isDone()) {
            return;
        }
        question = null;
        if (open.isCompletedExceptionally()) {
            LOGGER.atDebug().log("Where the commands begin could not be read");
            return;
        }
        goals.putAll(open.resultNow());
        unknown.removeAll(goals.keySet());
    }

    private void look(LogProbe probe) {
        ClockReading now = clocks.now();
        if (question != null || (lastLook != null && lastLook.until(now).compareTo(interval) < 0)) {
            return;
        }
        lastLook = now;
        Set<TopicPartition> asked = new HashSet<>(stayingPending());
        asked.addAll(unknown);
        asked.removeAll(goals.keySet());
        if (!asked.isEmpty()) {
            question = ask(probe, asked);
        }
    }

    /** Those that are pending at two looks without any progress; an event that is read a moment later is no reason to ask. */
    private Set<TopicPartition> stayingPending() {
        Map<TopicPartition, Long> pending =
                commands.partitions().stream()
                        .filter(commands::isPending)
                        .collect(toMap(partition -> partition, commands::applied));
        Set<TopicPartition> staying = new HashSet<>();
        pending.forEach((partition, mark) -> {
            if (mark.equals(stuck.get(partition))) {
                staying.add(partition);
            }
        });
        stuck.clear();
        stuck.putAll(pending);
        return staying;
    }

    private static CompletableFuture<Map<TopicPartition, Goal>> ask(
            LogProbe probe, Set<TopicPartition> events) {
        Set<TopicPartition> asked =
                events.stream().map(CommandProgress::commands).collect(toUnmodifiableSet());
        // The ends are read afterwards: the results of deleted commands are before them.
        return probe.beginnings(asked)
                .thenCompose(kept ->
                        probe.ends(events, IsolationLevel.READ_UNCOMMITTED)
                                .thenApply(ends -> goals(kept, ends.answered())));
    }

    private static Map<TopicPartition, Goal> goals(
            Map<TopicPartition, Long> kept, Map<TopicPartition, Long> ends) {
        Map<TopicPartition, Goal> goals = new HashMap<>();
        ends.forEach((events, end) -> {
            Long oldest = kept.get(CommandProgress.commands(events));
            if (oldest != null) {
                goals.put(events, new Goal(oldest, end));
            }
        });
        return goals;
    }

    private Set<TopicPartition> reached() {
        Set<TopicPartition> passed = new HashSet<>();
        goals.entrySet()
                .removeIf(entry -> {
                    Goal goal = entry.getValue();
                    boolean reached = applied.next(entry.getKey()) >= goal.end();
                    if (reached && commands.pass(entry.getKey(), goal.kept() - 1)) {
                        passed.add(entry.getKey());
                    }
                    return reached;
                });
        return passed;
    }
}
