package io.postrider.platform.views;

import static java.util.stream.Collectors.toUnmodifiableMap;

import io.postrider.schemas.Context;
import io.postrider.schemas.Topic;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The applied commands of each partition, derived from a context's events and settlements. Both have the partition number of
 * their commands. The state of a partition is kept under that of the events.
 */
final class CommandProgress {

    static final int RANGES_MAX = 1_000;
    private static final Map<String, Context> BY_EVENTS = contexts(Context::events);
    private static final Map<String, Context> BY_SETTLEMENTS = contexts(Context::settlements);

    private final Map<TopicPartition, CommandWatermark> marks = new HashMap<>();

    private static Map<String, Context> contexts(Function<Context, Topic> topic) {
        return Arrays.stream(Context.values())
                .collect(
                        toUnmodifiableMap(
                                context -> topic.apply(context).name(), context -> context));
    }

    /** The topic that has to be read beside a topic, if it is one of events. */
    static Set<String> beside(String topic) {
        Context context = BY_EVENTS.get(topic);
        return context == null ? Set.of() : Set.of(context.settlements().name());
    }

    /** The commands that caused the events of a partition. */
    static TopicPartition commands(TopicPartition events) {
        Context context = BY_EVENTS.get(events.topic());
        if (context == null) {
            throw new IllegalArgumentException("no events: " + events);
        }
        return new TopicPartition(context.commands().name(), events.partition());
    }

    /** Begins with the stored state. */
    void begin(Map<TopicPartition, AppliedOffset> bookmarks) {
        bookmarks.forEach((partition, bookmark) -> {
            if (BY_EVENTS.containsKey(partition.topic())) {
                marks.put(partition, new CommandWatermark(bookmark.command(), RANGES_MAX));
            }
        });
    }

    /** The partitions of events by which progress is kept. */
    Set<TopicPartition> partitions() {
        return Set.copyOf(marks.keySet());
    }

    /**
     * Notes that a record is applied.
     *
     * @param offset of the record
     * @param command that it is the last record of
     * @return false if there is no room to remember a settlement, so that it has to be read again later
     */
    boolean note(TopicPartition partition, long offset, long command) {
        CommandWatermark mark = marks.get(ofEvents(partition));
        if (mark == null) {
            return true;
        }
        if (isOfSettlements(partition)) {
            return mark.settled(command, offset);
        }
        mark.reached(command);
        return true;
    }

    /** Commands up to this one count as applied; true if that is news. */
    boolean pass(TopicPartition events, long command) {
        CommandWatermark mark = marks.get(events);
        if (mark == null || mark.applied() >= command) {
            return false;
        }
        mark.reached(command);
        return true;
    }

    /** The highest command applied by a partition of events; -1 if none, and for every other partition. */
    long applied(TopicPartition partition) {
        CommandWatermark mark = marks.get(partition);
        return mark == null ? -1 : mark.applied();
    }

    /** The pending ranges of the partition that has most. */
    int mostRanges() {
        return marks.values().stream().mapToInt(CommandWatermark::ranges).max().orElse(0);
    }

    /** Whether settlements of a partition of events wait for earlier commands. */
    boolean isPending(TopicPartition events) {
        CommandWatermark mark = marks.get(events);
        return mark != null && mark.isPending();
    }

    /** Whether a partition of settlements that had no room has enough again. */
    boolean hasRoom(TopicPartition settlements) {
        CommandWatermark mark = marks.get(ofEvents(settlements));
        return mark == null || mark.hasRoom();
    }

    /** The other partition whose bookmark changes with this one's; null if there is none. */
    @Nullable TopicPartition counterpart(TopicPartition partition) {
        Context context = BY_EVENTS.get(partition.topic());
        if (context != null) {
            return new TopicPartition(context.settlements().name(), partition.partition());
        }
        return isOfSettlements(partition) ? ofEvents(partition) : null;
    }

    /** The part of a bookmark for the next session, which must read the pending settlements again. */
    AppliedOffset stored(TopicPartition partition, AppliedOffset read) {
        CommandWatermark mark = isOfSettlements(partition) ? marks.get(ofEvents(partition)) : null;
        return mark == null ? read : read.notAfter(mark.firstPending().orElse(read.next()));
    }

    private static boolean isOfSettlements(TopicPartition partition) {
        return BY_SETTLEMENTS.containsKey(partition.topic());
    }

    private static TopicPartition ofEvents(TopicPartition partition) {
        Context context = BY_SETTLEMENTS.get(partition.topic());
        return context == null
                ? partition
                : new TopicPartition(context.events().name(), partition.partition());
    }
}
