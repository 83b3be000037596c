package io.postrider.outbound.delivery;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * The ids of deliveries that were finished in the last day, so that an event that is read twice is not delivered twice. Each has
 * two entries: one under its id, and one under the time at which it was finished.
 */
final class FinishedDeliveries {

    /** Only a crash or a rebalance reads an event again, within seconds. */
    private static final Duration KEPT = Duration.ofDays(1);

    private static final int REMOVED_PER_CALL = 1_000;
    private static final byte ID = 'i';
    private static final byte TIME = 't';

    private final KeyValueStore<Bytes, byte[]> store;

    /** The last that was forgotten, so that RocksDB does not pass by those that were deleted. */
    private Bytes forgotten = time(0, "");

    FinishedDeliveries(KeyValueStore<Bytes, byte[]> store) {
        this.store = store;
    }

    boolean has(String id) {
        return store.get(id(id)) != null;
    }

    void add(String id, long nowMillis) {
        store.put(id(id), new byte[0]);
        store.put(time(nowMillis, id), new byte[0]);
    }

    /** Forgets the first of those that were finished long ago. */
    void forgetOld(long nowMillis) {
        List<Bytes> old = new ArrayList<>();
        Bytes before = time(nowMillis - KEPT.toMillis(), "");
        try (KeyValueIterator<Bytes, byte[]> times = store.range(forgotten, before)) {
            while (times.hasNext() && old.size() < REMOVED_PER_CALL) {
                old.add(times.next().key);
            }
        }
        for (Bytes time : old) {
            store.delete(Bytes.wrap(idOf(time.get())));
            store.delete(time);
            forgotten = time;
        }
    }

    /** Whether an entry is one of the time. */
    static boolean isTime(byte[] key) {
        return key[0] == TIME;
    }

    /** When the delivery of an entry of the time was finished, in milliseconds. */
    static long timeOf(byte[] key) {
        return ByteBuffer.wrap(key).getLong(1);
    }

    /** The key of the other entry of the same delivery. */
    static byte[] idOf(byte[] key) {
        int begin = 1 + Long.BYTES;
        return id(new String(key, begin, key.length - begin, StandardCharsets.UTF_8)).get();
    }

    private static Bytes id(String id) {
        byte[] text = id.getBytes(StandardCharsets.UTF_8);
        return Bytes.wrap(ByteBuffer.allocate(1 + text.length).put(ID).put(text).array());
    }

    private static Bytes time(long millis, String id) {
        byte[] text = id.getBytes(StandardCharsets.UTF_8);
        return Bytes.wrap(
                ByteBuffer.allocate(1 + Long.BYTES + text.length)
                        .put(TIME)
                        .putLong(millis)
                        .put(text)
                        .array());
    }
}
