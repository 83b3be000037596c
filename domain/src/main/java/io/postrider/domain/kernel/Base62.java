package io.postrider.domain.kernel;

import java.util.Optional;

/** Base62 texts: digits and the letters of ASCII. */
public final class Base62 {

    /** The characters, in the order of ASCII. */
    public static final String ALPHABET =
            "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

    private Base62() {}

    /**
     * Base62 characters from random bytes, without bias: bytes of 248 and more are passed over.
     *
     * @return empty when the bytes run out before {@code length} characters are found
     */
    public static Optional<String> text(byte[] random, int length) {
        StringBuilder out = new StringBuilder(length);
        for (int i = 0; i < random.length && out.length() < length; i++) {
            int value = random[i] & 0xff;
            if (value < 248) {
                out.append(ALPHABET.charAt(value % 62));
            }
        }
        return out.length() == length ? Optional.of(out.toString()) : Optional.empty();
    }
}
