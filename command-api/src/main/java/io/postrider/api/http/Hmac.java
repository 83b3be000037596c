package io.postrider.api.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** HMAC-SHA-256 over several texts, of which no two lists give the same input. */
public final class Hmac {

    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec key;

    /** For one purpose; see {@code SecretFiles.derive}. */
    public Hmac(byte[] key) {
        this.key = new SecretKeySpec(key, ALGORITHM);
    }

    /** The 32 bytes of the code. */
    public byte[] of(String... texts) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            for (String text : texts) {
                byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
                mac.update(bytes);
            }
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }
}
