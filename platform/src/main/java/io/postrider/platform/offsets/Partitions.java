package io.postrider.platform.offsets;

import io.postrider.domain.kernel.Id;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.common.utils.Utils;

/**
 * Which partition an aggregate lives in. The time in an id does not count, only its random bits: these are derived from
 * the Idempotency-Key, so that a repeated request finds its first try although the clock has moved on.
 */
public final class Partitions {

    private final int count;

    public Partitions(int count) {
        if (count <= 0) {
            throw new IllegalArgumentException("partitions: " + count + " (expected: > 0)");
        }
        this.count = count;
    }

    /** Partitions per topic. */
    public int count() {
        return count;
    }

    /**
     * The partition of an aggregate.
     *
     * @param aggregate an id such as {@code key_…}, or {@code domain/slug}
     */
    public int of(String aggregate) {
        byte[] routed = randomBits(aggregate).orElseGet(() -> utf8(aggregate));
        return Utils.toPositive(Utils.murmur2(routed)) % count;
    }

    private static Optional<byte[]> randomBits(String aggregate) {
        int cut = aggregate.indexOf('_');
        if (cut < 0 || aggregate.indexOf('/') >= 0) {
            return Optional.empty();
        }
        return Id.kindOf(aggregate)
                .flatMap(kind -> Id.parse(kind, aggregate))
                .map(Partitions::withoutTime);
    }

    private static byte[] withoutTime(UUID uuid) {
        return ByteBuffer.allocate(10)
                .putShort((short) (uuid.getMostSignificantBits() & 0x0fff))
                .putLong(uuid.getLeastSignificantBits())
                .array();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
