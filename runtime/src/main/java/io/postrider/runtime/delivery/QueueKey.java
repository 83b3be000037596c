package io.postrider.runtime.delivery;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.common.utils.Bytes;

/**
 * A place in the queue: endpoint, due time, delivery, in fixed widths, so that one endpoint's places are a range of keys
 * in the order in which they are due.
 */
record QueueKey(String endpoint, long dueAtMillis, String delivery) {

    /** A prefix such as {@code whk_} or {@code inst_}, and 26 digits; a shorter id is filled up with zeros. */
    private static final int ID_LENGTH = 32;

    private static final int LENGTH = ID_LENGTH + Long.BYTES + ID_LENGTH;

    /** Behind every id, whose characters are ASCII. */
    private static final byte BESIDE = (byte) 0x80;

    static boolean fits(String id) {
        return id.length() <= ID_LENGTH && id.chars().allMatch(c -> c < 128);
    }

    Bytes bytes() {
        return Bytes.wrap(
                ByteBuffer.allocate(LENGTH)
                        .put(ascii(endpoint))
                        .putLong(dueAtMillis)
                        .put(ascii(delivery))
                        .array());
    }

    static QueueKey of(Bytes bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes.get());
        return new QueueKey(text(in), in.getLong(), text(in));
    }

    /** The first place that an endpoint can have. */
    static Bytes first(String endpoint) {
        return bound(endpoint, 0, (byte) 0);
    }

    /** The last place that an endpoint can have among those due by a time. */
    static Bytes lastDueBy(String endpoint, long millis) {
        return bound(endpoint, millis, (byte) 0x7f);
    }

    /** A key behind all places of an endpoint and before those of any endpoint after it. */
    static Bytes behind(String endpoint) {
        return bound(endpoint, Long.MAX_VALUE, (byte) 0x7f);
    }

    /** A key behind all places, and before everything else that is kept beside them. */
    static Bytes behindAll() {
        return Bytes.wrap(new byte[] {BESIDE});
    }

    /** Where it is kept beside the places which attempt of a delivery is next, unless it is the first. */
    static Bytes retry(String delivery) {
        return Bytes.wrap(
                ByteBuffer.allocate(1 + ID_LENGTH).put(BESIDE).put(ascii(delivery)).array());
    }

    private static Bytes bound(String endpoint, long millis, byte fill) {
        byte[] last = new byte[ID_LENGTH];
        Arrays.fill(last, fill);
        return Bytes.wrap(
                ByteBuffer.allocate(LENGTH).put(ascii(endpoint)).putLong(millis).put(last).array());
    }

    private static byte[] ascii(String id) {
        if (!fits(id)) {
            throw new IllegalArgumentException(
                    "id: " + id + " (expected: at most " + ID_LENGTH + " ASCII characters)");
        }
        return Arrays.copyOf(id.getBytes(StandardCharsets.US_ASCII), ID_LENGTH);
    }

    private static String text(ByteBuffer in) {
        byte[] id = new byte[ID_LENGTH];
        in.get(id);
        return new String(id, StandardCharsets.US_ASCII).trim();
    }
}
