package io.postrider.platform.secrets;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** HMAC-SHA-256 (RFC 2104). */
public final class HmacSha256 {

    private static final String ALGORITHM = "HmacSHA256";

    private HmacSha256() {}

    /** The 32 bytes of the code of a message that is given in parts. */
    public static byte[] of(byte[] key, byte[]... message) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            for (byte[] part : message) {
                mac.update(part);
            }
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }

    /** Compares an encoded code with the given one, in the same time for every text of the same length. */
    public static boolean isSame(String expected, String given) {
        return MessageDigest.isEqual(expected.getBytes(UTF_8), given.getBytes(UTF_8));
    }
}
