package io.postrider.webhooks.health;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.webhooks.health.Exhaustions.Batch;
import java.nio.ByteBuffer;

/** The health of an endpoint as it is stored: some 200 bytes. */
final class HealthCodec {

    private static final byte FORMAT = 1;
    private static final int BYTES_MAX = 1_024;
    private static final int ERROR_CHARS_MAX = 64;

    private HealthCodec() {}

    static byte[] encode(EndpointHealth health) {
        ByteBuffer out = ByteBuffer.allocate(BYTES_MAX).put(FORMAT).putLong(health.offset());
        out.putLong(health.window().newest());
        for (int count : health.window().counts()) {
            out.putInt(count);
        }
        out.putLong(health.successAt()).putLong(health.failedSince()).putLong(health.failedAt());
        out.putLong(health.recoveredAt());
        put(out, health.error());
        put(out, health.exhaustions().open());
        put(out, health.exhaustions().reported());
        out.putLong(health.exhaustions().reportedAtMillis());
        byte[] bytes = new byte[out.position()];
        out.flip().get(bytes);
        return bytes;
    }

    static EndpointHealth decode(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        if (in.get() != FORMAT) {
            throw new IllegalArgumentException("health of another version");
        }
        long offset = in.getLong();
        long newest = in.getLong();
        int[] counts = new int[2 * MinuteWindow.MINUTES];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = in.getInt();
        }
        return new EndpointHealth(
                offset,
                MinuteWindow.of(newest, counts),
                in.getLong(),
                in.getLong(),
                in.getLong(),
                in.getLong(),
                text(in),
                new Exhaustions(batch(in), batch(in), in.getLong()));
    }

    private static void put(ByteBuffer out, Batch batch) {
        out.putInt(batch.count()).putLong(batch.offset()).putLong(batch.sinceMillis());
        put(out, batch.error());
    }

    private static Batch batch(ByteBuffer in) {
        return new Batch(in.getInt(), in.getLong(), in.getLong(), text(in));
    }

    private static void put(ByteBuffer out, String text) {
        byte[] bytes = text.substring(0, Math.min(text.length(), ERROR_CHARS_MAX)).getBytes(UTF_8);
        out.put((byte) bytes.length).put(bytes);
    }

    private static String text(ByteBuffer in) {
        byte[] bytes = new byte[Byte.toUnsignedInt(in.get())];
        in.get(bytes);
        return new String(bytes, UTF_8);
    }
}
