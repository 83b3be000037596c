package io.postrider.platform.views;

import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The applied commands of one partition. Each command leaves one last record: an event, or a settlement in a topic of its own.
 * The two topics are read independently, in any order relative to each other.
 *
 * <p>An event moves the mark at once, because all earlier events are before it and a settlement changes no view. A settlement
 * moves the mark only if it follows directly: an event of a command in between may not be read yet. Until then it is pending.
 * Pending settlements are stored as ranges of commands, because rejections occur in runs.
 */
final class CommandWatermark {

    private final int rangesMax;
    private final TreeMap<Long, Range> pending = new TreeMap<>();
    private long applied;

    /**
     * Settlements of consecutive commands; the first command is the key.
     *
     * @param last the last command
     * @param position the lowest offset at which one of them was read
     */
    private record Range(long last, long position) {}

    /**
     * A mark to go on from.
     *
     * @param applied the highest command applied; -1 if none
     * @param rangesMax ranges that can be pending
     */
    CommandWatermark(long applied, int rangesMax) {
        this.applied = applied;
        this.rangesMax = rangesMax;
    }

    /** The command up to which all are applied; -1 if none. */
    long applied() {
        return applied;
    }

    /** Every event up to this command is applied, and with it every command. */
    void reached(long command) {
        applied = Math.max(applied, command);
        while (!pending.isEmpty() && pending.firstKey() <= applied + 1) {
            applied = Math.max(applied, pending.pollFirstEntry().getValue().last());
        }
    }

    /**
     * A command changed nothing.
     *
     * @param position the offset of its settlement
     * @return false if there is no room for another range, so that the settlement has to be read again later
     */
    boolean settled(long command, long position) {
        if (command <= applied + 1) {
            reached(command);
            return true;
        }
        Map.Entry<Long, Range> before = pending.floorEntry(command);
        boolean continues = before != null && command <= before.getValue().last() + 1;
        if (!continues && !pending.containsKey(command + 1) && pending.size() >= rangesMax) {
            return false;
        }
        if (continues) {
            put(before.getKey(), Math.max(before.getValue().last(), command), position);
        } else {
            put(command, command, position);
        }
        return true;
    }

    /** Puts a range, joined with the one that it overlaps and the one that follows on it. */
    private void put(long first, long last, long position) {
        Range same = pending.get(first);
        Range next = pending.remove(last + 1);
        pending.put(
                first,
                new Range(
                        next == null ? last : next.last(),
                        Math.min(position, Math.min(position(same), position(next)))));
    }

    private static long position(@Nullable Range range) {
        return range == null ? Long.MAX_VALUE : range.position();
    }

    /** The offset from which settlements have to be read again if this mark is lost; empty if none is pending. */
    OptionalLong firstPending() {
        return pending.values().stream().mapToLong(Range::position).min();
    }

    /** Whether enough pending settlements are gone for more of them to be read. */
    boolean hasRoom() {
        return pending.size() <= rangesMax / 2;
    }

    /** The ranges that are pending. */
    int ranges() {
        return pending.size();
    }

    boolean isPending() {
        return !pending.isEmpty();
    }
}
