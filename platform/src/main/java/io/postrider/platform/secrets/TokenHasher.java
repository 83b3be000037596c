package io.postrider.platform.secrets;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;

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
        return HexFormat.of()
                .formatHex(HmacSha256.of(pepper, credential.getBytes(StandardCharsets.UTF_8)));
    }

    /** Which of two hashes a credential has, in constant time; empty for neither. */
    public Optional<String> matching(String credential, String first, String second) {
        String hash = hash(credential);
        byte[] bytes = hash.getBytes(StandardCharsets.US_ASCII);
        boolean isFirst = MessageDigest.isEqual(bytes, first.getBytes(StandardCharsets.US_ASCII));
        boolean isSecond = MessageDigest.isEqual(bytes, second.getBytes(StandardCharsets.US_ASCII));
        return isFirst || isSecond ? Optional.of(hash) : Optional.empty();
    }
}
