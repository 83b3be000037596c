package io.postrider.domain.keys;

import io.postrider.domain.kernel.Base62;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * The text of an API key: {@code prk_<live|test>_<12 base62 id>_<32 base62 secret><6 base62 CRC32>}. The checksum
 * covers everything before it, so a typing error is told from an unknown key without any look-up.
 *
 * @param environment {@code live} or {@code test}
 * @param publicId 12 base62 characters, safe to log
 * @param secret 32 base62 characters, 190 bits
 */
public record KeyToken(String environment, String publicId, String secret) {

    public static final int PUBLIC_ID_LENGTH = 12;
    public static final int SECRET_LENGTH = 32;
    private static final int CHECKSUM_LENGTH = 6;
    private static final String PREFIX = "prk_";
    private static final int LENGTH =
            PREFIX.length() + 5 + PUBLIC_ID_LENGTH + 1 + SECRET_LENGTH + CHECKSUM_LENGTH;

    /** The whole token, as it is shown once and sent as a bearer token. */
    public String text() {
        String body = PREFIX + environment + "_" + publicId + "_" + secret;
        return body + checksum(body);
    }

    /** Reads a token; empty unless its shape and checksum are right. */
    public static Optional<KeyToken> parse(String text) {
        if (text.length() != LENGTH || !text.startsWith(PREFIX)) {
            return Optional.empty();
        }
        String environment = text.substring(4, 8);
        String publicId = text.substring(9, 21);
        String secret = text.substring(22, 54);
        boolean shaped =
                (environment.equals("live") || environment.equals("test"))
                        && text.charAt(8) == '_'
                        && text.charAt(21) == '_'
                        && isBase62(publicId)
                        && isBase62(secret);
        if (!shaped || !text.substring(54).equals(checksum(text.substring(0, 54)))) {
            return Optional.empty();
        }
        return Optional.of(new KeyToken(environment, publicId, secret));
    }

    private static boolean isBase62(String text) {
        return text.chars().allMatch(c -> c < 128 && Base62.ALPHABET.indexOf(c) >= 0);
    }

    private static String checksum(String body) {
        CRC32 crc = new CRC32();
        crc.update(body.getBytes(StandardCharsets.US_ASCII));
        char[] out = new char[CHECKSUM_LENGTH];
        long rest = crc.getValue();
        for (int i = CHECKSUM_LENGTH - 1; i >= 0; i--) {
            out[i] = Base62.ALPHABET.charAt((int) (rest % 62));
            rest /= 62;
        }
        return new String(out);
    }

    @Override
    public String toString() {
        return "KeyToken[" + environment + ", " + publicId + "]";
    }
}
