package io.postrider.platform.hashes;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 (FIPS 180-4). */
public final class Sha256 {

    private Sha256() {}

    /** A digest that bytes can be added to. */
    public static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** The hash of some bytes. */
    public static byte[] of(byte[] bytes) {
        return digest().digest(bytes);
    }

    /** The hash in hexadecimal digits. */
    public static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(of(bytes));
    }

    /** The first bytes of the hash in hexadecimal digits, two for each. */
    public static String hex(byte[] bytes, int count) {
        return HexFormat.of().formatHex(of(bytes), 0, count);
    }
}
