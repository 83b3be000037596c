package io.postrider.runtime.nodes;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/** The secret by which the nodes of one installation know each other. */
public final class NodeToken {

    private static final int LENGTH_MIN = 32;

    private final String header;

    /**
     * A token.
     *
     * @param secret at least 32 characters that every node knows and nobody else
     */
    public NodeToken(String secret) {
        if (secret.length() < LENGTH_MIN) {
            throw new IllegalArgumentException(
                    "node token of " + secret.length() + " characters (expected: >= 32)");
        }
        this.header = "Postrider " + secret;
    }

    /** The value of the Authorization header. */
    public String header() {
        return header;
    }

    /** Whether a header holds this token; takes as long for any other of the same length. */
    public boolean matches(@Nullable String presented) {
        return presented != null && MessageDigest.isEqual(utf8(header), utf8(presented));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
