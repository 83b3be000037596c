package io.postrider.domain.kernel;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.UUID;

/** UUIDs of the versions that Postrider uses (RFC 9562), made from given time and bits so that they can be repeated. */
public final class Uuids {

    /** Bytes of randomness that {@link #v7} reads. */
    public static final int RANDOM_BYTES = 10;

    private Uuids() {}

    /**
     * A version 7 UUID: 48 bits of Unix milliseconds, then 74 given bits.
     *
     * @param random at least {@value #RANDOM_BYTES} bytes
     */
    public static UUID v7(Instant at, byte[] random) {
        ByteBuffer bits = ByteBuffer.wrap(random);
        return v7(at.toEpochMilli(), bits.getShort(), bits.getLong());
    }

    /** A version 7 UUID from 12 bits of {@code a} and 62 bits of {@code b}. */
    public static UUID v7(long epochMillis, short a, long b) {
        long high = (epochMillis << 16) | 0x7000L | (a & 0x0fffL);
        long low = (b & 0x3fff_ffff_ffff_ffffL) | 0x8000_0000_0000_0000L;
        return new UUID(high, low);
    }

    /** The Unix milliseconds of a version 7 UUID. */
    public static long millisOf(UUID v7) {
        return v7.getMostSignificantBits() >>> 16;
    }

    /** The UUID at an offset after this one; distinct for distinct small offsets. */
    public static UUID plus(UUID uuid, int offset) {
        long low = uuid.getLeastSignificantBits();
        long bits = (low + offset) & 0x3fff_ffff_ffff_ffffL;
        return new UUID(uuid.getMostSignificantBits(), bits | 0x8000_0000_0000_0000L);
    }

    /** A version 5 UUID: SHA-1 of a name space and a name (RFC 9562, section 5.5). */
    public static UUID v5(UUID namespace, String name) {
        try {
            MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
            sha1.update(
                    ByteBuffer.allocate(16)
                            .putLong(namespace.getMostSignificantBits())
                            .putLong(namespace.getLeastSignificantBits())
                            .array());
            ByteBuffer hash = ByteBuffer.wrap(sha1.digest(name.getBytes(StandardCharsets.UTF_8)));
            long high = (hash.getLong() & 0xffff_ffff_ffff_0fffL) | 0x5000L;
            long low = (hash.getLong() & 0x3fff_ffff_ffff_ffffL) | 0x8000_0000_0000_0000L;
            return new UUID(high, low);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-1", e);
        }
    }
}
