package io.postrider.projections.events;

import io.postrider.platform.views.ProjectionPage;
import io.postrider.platform.views.ProjectionStore;
import io.postrider.schemas.catalogue.scopes.EventReader;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.OptionalLong;
import java.util.PriorityQueue;

/**
 * The numbers of the events that a reader may read, in one direction: the groups of the reader merged, so that no row is
 * looked at for an event that the reader does not see.
 */
final class EventNumbers {

    private static final int CHUNK = 100;

    private final ProjectionStore store;
    private final String workspace;
    private final int step;
    private final PriorityQueue<Group> groups;

    /**
     * @param start the first number that may come
     * @param step 1 for the oldest first, -1 for the newest first
     */
    EventNumbers(
            ProjectionStore store, String workspace, EventReader reader, long start, int step) {
        this.store = store;
        this.workspace = workspace;
        this.step = step;
        Comparator<Group> order = Comparator.comparingLong(Group::head);
        this.groups = new PriorityQueue<>(step > 0 ? order : order.reversed());
        for (String name : reader.groups()) {
            offer(new Group(name, start - step));
        }
    }

    /** The next number; empty at the end. */
    OptionalLong next() {
        Group first = groups.poll();
        if (first == null) {
            return OptionalLong.empty();
        }
        long number = first.take();
        offer(first);
        return OptionalLong.of(number);
    }

    private void offer(Group group) {
        if (group.fill()) {
            groups.add(group);
        }
    }

    /** The numbers of one group, read a chunk at a time. */
    private final class Group {
        private final byte[] prefix;
        private final String name;
        private final Deque<Long> numbers = new ArrayDeque<>();
        private long last;
        private boolean more = true;

        Group(String name, long last) {
            this.name = name;
            this.prefix = EventProjection.inGroup(workspace, name);
            this.last = last;
        }

        /** Whether there is a number. */
        boolean fill() {
            if (numbers.isEmpty() && more) {
                byte[] from = EventProjection.inGroup(workspace, name, last);
                ProjectionPage page =
                        step > 0
                                ? store.scan(prefix, from, CHUNK)
                                : store.scanBack(prefix, from, CHUNK);
                page.entries().forEach(entry -> numbers.add(number(entry.key())));
                more = page.hasMore();
            }
            return !numbers.isEmpty();
        }

        long head() {
            return numbers.getFirst();
        }

        long take() {
            last = numbers.removeFirst();
            return last;
        }

        private long number(byte[] key) {
            return ByteBuffer.wrap(key, prefix.length, Long.BYTES).getLong() ^ Long.MIN_VALUE;
        }
    }
}
