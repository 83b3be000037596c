package io.postrider.runtime.secrets;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Hashes credentials of full entropy with HMAC-SHA-256 under the pepper; a slow hash would add nothing but load. */
public final class TokenHasher {

    /** The version of the pepper, kept beside each hash. */
    public static final int VERSION = 1;

    private final byte[] pepper;

    TokenHasher(byte[] pepper) {
        this.pepper = pepper.clone();
    }

    /** The hash of a credential, in hex. */
    public String hash(String credential) {
        return HexFormat.of().formatHex(hmac(pepper, credential));
    }

    /** Whether a credential has this hash, in time that tells nothing of how nearly. */
    public boolean matches(String credential, String hash) {
        return MessageDigest.isEqual(
                hash(credential).getBytes(StandardCharsets.US_ASCII),
                hash.getBytes(StandardCharsets.US_ASCII));
    }

    static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HmacSHA256", e);
        }
    }
}
