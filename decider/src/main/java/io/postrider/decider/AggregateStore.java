package io.postrider.decider;

import io.postrider.schemas.Context;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Every aggregate's newest event records, by context and aggregate; its state and version follow from them. A count lies apart
 * from the resource that it belongs to, so that counting does not write the resource.
 */
final class AggregateStore {

    static final String NAME = "aggregates";

    /** Numbers of contexts are lower. */
    private static final int COUNTS = 0x80;

    private static final int LOGIC = 0x40;
    private static final int CHANGED = 0x20;

    private final StagedStore store;

    AggregateStore(StagedStore store) {
        this.store = store;
    }

    /** What an entry is. */
    enum Kind {
        AGGREGATE,
        LOGIC,
        CHANGED
    }

    /** What the entry of a key is. */
    static Kind kindOf(byte[] key) {
        int table = Byte.toUnsignedInt(key[0]) & ~COUNTS;
        if ((table & LOGIC) != 0) {
            return Kind.LOGIC;
        }
        return (table & CHANGED) != 0 ? Kind.CHANGED : Kind.AGGREGATE;
    }

    /** The aggregate whose event or count an entry has. */
    static String aggregateOf(byte[] key) {
        return new String(key, 1, key.length - 1, StandardCharsets.UTF_8);
    }

    static Bytes key(Context context, String aggregate) {
        return key(context.number(), aggregate);
    }

    private static Bytes countKey(Context context, String aggregate) {
        return key(COUNTS | context.number(), aggregate);
    }

    private static Bytes key(int table, String aggregate) {
        byte[] text = aggregate.getBytes(StandardCharsets.UTF_8);
        return Bytes.wrap(ByteBuffer.allocate(1 + text.length).put((byte) table).put(text).array());
    }

    /** The newest event that made a version; null where the aggregate has no history. */
    byte @Nullable [] newest(Context context, String aggregate) {
        return store.get(key(context, aggregate));
    }

    /** The newest event since then that made none; null where there is none. */
    byte @Nullable [] count(Context context, String aggregate) {
        return store.get(countKey(context, aggregate));
    }

    /** The version of the decision logic that is in force for a context. */
    int logic(Context context) {
        byte[] stored = store.get(logicKey(context));
        return stored == null || stored.length != Integer.BYTES
                ? DecisionLogic.FIRST
                : ByteBuffer.wrap(stored).getInt();
    }

    /** Puts a version in force, from the command on that is decided now. */
    void putLogic(Context context, int version) {
        store.put(logicKey(context), DecisionLogic.header(version));
    }

    /** The offset of the newest command of a context that made a version; -1 if none has. */
    long changed(Context context) {
        byte[] stored = store.get(key(CHANGED | context.number(), ""));
        return stored == null || stored.length != Long.BYTES
                ? -1
                : ByteBuffer.wrap(stored).getLong();
    }

    /** Notes the newest command that made a version. */
    void putChanged(Context context, long command) {
        byte[] value = ByteBuffer.allocate(Long.BYTES).putLong(command).array();
        store.put(key(CHANGED | context.number(), ""), value);
    }

    private static Bytes logicKey(Context context) {
        return key(LOGIC | context.number(), "");
    }

    /**
     * Stores the results of a command.
     *
     * @param hasCount whether {@link #count} has one; a tombstone for each change of each aggregate would double the changelog
     */
    void put(
            Context context, String aggregate, DecisionResult.Accepted accepted, boolean hasCount) {
        EncodedEvent last = accepted.newest();
        EncodedEvent version = accepted.newestVersion();
        if (version != null) {
            store.put(key(context, aggregate), version.framed());
            if (hasCount) {
                store.delete(countKey(context, aggregate));
            }
        }
        if (!last.makesVersion()) {
            store.put(countKey(context, aggregate), last.framed());
        }
    }
}
