package io.postrider.decider;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNullElse;

import io.postrider.schemas.Context;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;

/**
 * The times of scheduled commands by aggregate, the earliest first: {@code time | context | aggregate}. The entries follow from
 * the newest events only, and change with them. The value is the trace of the command that set the time, or empty.
 */
final class TimerStore {

    static final String NAME = "due";

    private static final int PREFIX_LENGTH = Long.BYTES + 1;
    private static final byte[] NOTHING = {};

    private final StagedStore store;

    /** An aggregate and the time of its scheduled command. */
    record Entry(Instant at, Context context, String aggregate) {

        private Bytes key() {
            byte[] text = aggregate.getBytes(StandardCharsets.UTF_8);
            return Bytes.wrap(
                    ByteBuffer.allocate(PREFIX_LENGTH + text.length)
                            .putLong(sortable(at.toEpochMilli()))
                            .put((byte) context.number())
                            .put(text)
                            .array());
        }

        /** Empty for a key that is none of this store, or of a context that this release does not know. */
        private static Optional<Entry> of(byte[] key) {
            if (key.length < PREFIX_LENGTH) {
                return Optional.empty();
            }
            ByteBuffer bytes = ByteBuffer.wrap(key);
            Instant at = Instant.ofEpochMilli(sortable(bytes.getLong()));
            String aggregate =
                    new String(
                            key, PREFIX_LENGTH, key.length - PREFIX_LENGTH, StandardCharsets.UTF_8);
            return Context.numbered(bytes.get()).map(context -> new Entry(at, context, aggregate));
        }
    }

    /** The aggregate of an entry; empty for a key that is none of this store. */
    static Optional<String> aggregateOf(byte[] key) {
        return Entry.of(key).map(Entry::aggregate);
    }

    TimerStore(StagedStore store) {
        this.store = store;
    }

    /**
     * Changes the time of an aggregate's scheduled command.
     *
     * @param from null if it did not want to be asked
     * @param to null if it does not want to be asked any more
     * @param traceparent the header of the command that changes it; null for none
     */
    void move(
            Context context,
            String aggregate,
            @Nullable Instant from,
            @Nullable Instant to,
            @Nullable Header traceparent) {
        if (from != null && !from.equals(to)) {
            store.delete(new Entry(from, context, aggregate).key());
        }
        if (to != null && !to.equals(from)) {
            store.put(
                    new Entry(to, context, aggregate).key(),
                    traceparent == null
                            ? NOTHING
                            : requireNonNullElse(traceparent.value(), NOTHING));
        }
    }

    /** The trace of the command that set the time of an entry; null for none. */
    @Nullable String traceparent(Entry entry) {
        byte[] value = store.get(entry.key());
        return value == null || value.length == 0 ? null : new String(value, US_ASCII);
    }

    /** Whether no command is scheduled. */
    boolean isEmpty() {
        try (KeyValueIterator<Bytes, byte[]> entries = store.range(null, null)) {
            return !entries.hasNext();
        }
    }

    /** Those whose time has come, the earliest first. */
    List<Entry> until(Instant now, int max) {
        List<Entry> found = new ArrayList<>();
        Bytes end = Bytes.wrap(longBytes(sortable(now.toEpochMilli() + 1)));
        try (KeyValueIterator<Bytes, byte[]> entries = store.range(null, end)) {
            while (entries.hasNext() && found.size() < max) {
                Entry.of(entries.next().key.get()).ifPresent(found::add);
            }
        }
        return found;
    }

    /** Times before 1970 sort first too, though bytes have no sign. */
    private static long sortable(long millis) {
        return millis ^ Long.MIN_VALUE;
    }

    private static byte[] longBytes(long value) {
        return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
    }
}
