package io.postrider.standalone.migrate;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.platform.hashes.Sha256;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * The number of records of each partition, and a sum of hashes of records, each with its partition. For a topic, the hash of a
 * record has its number among those of its two partitions, so records in another order have another sum.
 */
final class Tally {

    private final long[] counts;
    private long sum;

    Tally(int partitions) {
        this.counts = new long[partitions];
    }

    /** Adds a record of a topic, whose order counts. */
    void addOrdered(Moved record) {
        add(record, counts[record.partition()]);
    }

    /** Adds an entry of a changelog; one partition has entries of several in no order. */
    void add(Moved record) {
        add(record, 0);
    }

    private void add(Moved record, long number) {
        MessageDigest digest = Sha256.digest();
        digest.update(
                ByteBuffer.allocate(2 * Long.BYTES + Integer.BYTES)
                        .putInt(record.partition())
                        .putLong(number)
                        .putLong(record.timestamp())
                        .array());
        update(digest, record.key());
        update(digest, record.value());
        for (Header header : record.headers()) {
            digest.update(header.key().getBytes(UTF_8));
            update(digest, header.value());
        }
        sum += ByteBuffer.wrap(digest.digest()).getLong();
        counts[record.partition()]++;
    }

    private static void update(MessageDigest digest, byte @Nullable [] part) {
        digest.update(
                ByteBuffer.allocate(Integer.BYTES).putInt(part == null ? -1 : part.length).array());
        if (part != null) {
            digest.update(part);
        }
    }

    /** The same, as its own. */
    Tally copy() {
        Tally copy = new Tally(counts.length);
        copy.addAll(this);
        return copy;
    }

    /** Adds all records of another tally. */
    void addAll(Tally other) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] += other.counts[i];
        }
        sum += other.sum;
    }

    /** The number of records. */
    long count() {
        return Arrays.stream(counts).sum();
    }

    /** The hash, as text. */
    String hash() {
        return String.format("%016x", sum);
    }

    /** The tally as text of at most eleven characters per partition. */
    String text() {
        ByteBuffer out = ByteBuffer.allocate(Long.BYTES + counts.length * 9).putLong(sum);
        for (long count : counts) {
            long rest = count;
            while (rest > 0x7f) {
                out.put((byte) (rest | 0x80));
                rest >>>= 7;
            }
            out.put((byte) rest);
        }
        return Base64.getEncoder()
                .withoutPadding()
                .encodeToString(Arrays.copyOf(out.array(), out.position()));
    }

    /** Reads the text of a tally. */
    static Tally parse(String text, int partitions) {
        ByteBuffer in = ByteBuffer.wrap(Base64.getDecoder().decode(text));
        Tally tally = new Tally(partitions);
        tally.sum = in.getLong();
        for (int i = 0; i < partitions; i++) {
            int shift = 0;
            long part;
            do {
                part = in.get();
                tally.counts[i] |= (part & 0x7f) << shift;
                shift += 7;
            } while (part < 0);
        }
        return tally;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Tally tally
                && sum == tally.sum
                && Arrays.equals(counts, tally.counts);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(sum);
    }

    @Override
    public String toString() {
        return count() + " records, " + hash();
    }
}
