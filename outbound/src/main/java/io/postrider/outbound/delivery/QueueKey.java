package io.postrider.outbound.delivery;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import org.apache.kafka.common.utils.Bytes;

/**
 * A place in the queue: endpoint, due time, delivery, in fixed widths, so that one endpoint's places are a range of keys
 * in the order in which they are due.
 */
record QueueKey(String endpoint, long dueAtMillis, String delivery)
        implements Comparable<QueueKey> {

    /** A prefix such as {@code whk_} or {@code inst_}, and 26 digits; a shorter id is filled up with zeros. */
    private static final int ENDPOINT_LENGTH = 32;

    /** An id, and for calls that are no messages their kind and the version that asks for them. */
    private static final int DELIVERY_LENGTH = 64;

    private static final Comparator<QueueKey> ORDER =
            Comparator.comparing(QueueKey::endpoint)
                    .thenComparingLong(QueueKey::dueAtMillis)
                    .thenComparing(QueueKey::delivery);

    private static final int LENGTH = ENDPOINT_LENGTH + Long.BYTES + DELIVERY_LENGTH;

    /** Behind every id, whose characters are ASCII. */
    private static final byte BESIDE = (byte) 0x80;

    private static final byte STARTED = (byte) 0x81;
    private static final byte POSITION = (byte) 0x82;

    /** Throws {@link IllegalArgumentException}, which sets a record aside, where an id of an endpoint or a delivery has no place. */
    static void check(String endpoint, String delivery) {
        check(endpoint, ENDPOINT_LENGTH);
        check(delivery, DELIVERY_LENGTH);
    }

    private static void check(String id, int length) {
        if (id.length() > length || id.chars().anyMatch(c -> c >= 128)) {
            throw new IllegalArgumentException(
                    "id: " + id + " (expected: at most " + length + " ASCII characters)");
        }
    }

    Bytes bytes() {
        return Bytes.wrap(
                ByteBuffer.allocate(LENGTH)
                        .put(ascii(endpoint, ENDPOINT_LENGTH))
                        .putLong(dueAtMillis)
                        .put(ascii(delivery, DELIVERY_LENGTH))
                        .array());
    }

    static QueueKey of(Bytes bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes.get());
        return new QueueKey(text(in, ENDPOINT_LENGTH), in.getLong(), text(in, DELIVERY_LENGTH));
    }

    /** What an entry of the queue is. */
    enum Kind {
        PLACE,
        OF_DELIVERY,
        POSITION
    }

    /** What the entry of a key is. */
    static Kind kindOf(byte[] key) {
        if (key[0] == POSITION) {
            return Kind.POSITION;
        }
        return key[0] == BESIDE || key[0] == STARTED ? Kind.OF_DELIVERY : Kind.PLACE;
    }

    /** The endpoint of a place. */
    static String endpointOf(byte[] key) {
        return new String(key, 0, ENDPOINT_LENGTH, StandardCharsets.US_ASCII).trim();
    }

    /** The delivery of an entry beside the places. */
    static String deliveryOf(byte[] key) {
        return new String(key, 1, DELIVERY_LENGTH, StandardCharsets.US_ASCII).trim();
    }

    /** In the order of their bytes. */
    @Override
    public int compareTo(QueueKey other) {
        return ORDER.compare(this, other);
    }

    /** A place before a given one and behind all others that are due earlier. */
    static QueueKey before(QueueKey place) {
        return new QueueKey(place.endpoint(), place.dueAtMillis() - 1, "\u007f");
    }

    /** A place behind all that are due by a time. */
    static QueueKey behindDueBy(String endpoint, long millis) {
        return new QueueKey(endpoint, millis, "\u007f");
    }

    /** The first place that an endpoint can have. */
    static Bytes first(String endpoint) {
        return bound(endpoint, 0, (byte) 0);
    }

    /** The first place that can follow this one. */
    Bytes following() {
        return Bytes.increment(bytes());
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

    /** The attempt of a delivery that was started. */
    static Bytes started(String delivery) {
        return Bytes.wrap(
                ByteBuffer.allocate(1 + DELIVERY_LENGTH)
                        .put(STARTED)
                        .put(ascii(delivery, DELIVERY_LENGTH))
                        .array());
    }

    /** The offset of the last attempt that was read. */
    static Bytes position() {
        return Bytes.wrap(new byte[] {POSITION});
    }

    /** Where it is kept beside the places which attempt of a delivery is next, and when, unless it is the first at its time. */
    static Bytes retry(String delivery) {
        return Bytes.wrap(
                ByteBuffer.allocate(1 + DELIVERY_LENGTH)
                        .put(BESIDE)
                        .put(ascii(delivery, DELIVERY_LENGTH))
                        .array());
    }

    private static Bytes bound(String endpoint, long millis, byte fill) {
        byte[] last = new byte[DELIVERY_LENGTH];
        Arrays.fill(last, fill);
        return Bytes.wrap(
                ByteBuffer.allocate(LENGTH)
                        .put(ascii(endpoint, ENDPOINT_LENGTH))
                        .putLong(millis)
                        .put(last)
                        .array());
    }

    private static byte[] ascii(String id, int length) {
        check(id, length);
        return Arrays.copyOf(id.getBytes(StandardCharsets.US_ASCII), length);
    }

    private static String text(ByteBuffer in, int length) {
        byte[] id = new byte[length];
        in.get(id);
        return new String(id, StandardCharsets.US_ASCII).trim();
    }
}
