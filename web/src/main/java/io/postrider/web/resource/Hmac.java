package io.postrider.web.resource;

import io.postrider.platform.secrets.HmacSha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;

/** HMAC-SHA-256 of several texts; different lists have different inputs. */
public final class Hmac {

    private final byte[] key;

    /** For one purpose; see {@code SecretFiles.derive}. */
    public Hmac(byte[] key) {
        this.key = key.clone();
    }

    /** The 32 bytes of the code. */
    public byte[] of(String... texts) {
        return HmacSha256.of(
                key, Arrays.stream(texts).flatMap(Hmac::withLength).toArray(byte[][]::new));
    }

    private static Stream<byte[]> withLength(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return Stream.of(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array(), bytes);
    }
}
