package io.postrider.platform.nodes;

import io.postrider.platform.secrets.HmacSha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Proves that a request comes from a node of this installation: a time, and an HMAC over it and the request's purpose
 * under a key that all nodes have. It ends by itself, and is refused for any other purpose.
 */
public final class NodeToken {

    /** Maximum difference of a token's time from the clock of the checking node. */
    public static final Duration SKEW_MAX = Duration.ofMinutes(5);

    private static final Logger LOGGER = LoggerFactory.getLogger(NodeToken.class);
    private static final String SCHEME = "Postrider ";
    private static final Pattern FORM = Pattern.compile(SCHEME + "([0-9]{1,12})\\.([0-9a-f]{64})");
    private static final int KEY_BYTES_MIN = 32;

    private final byte[] key;
    private final InstantSource clock;

    /**
     * Creates and checks tokens.
     *
     * @param key at least 32 bytes, known to every node of the installation and to nothing else
     */
    public NodeToken(byte[] key, InstantSource clock) {
        if (key.length < KEY_BYTES_MIN) {
            throw new IllegalArgumentException(
                    "node key of " + key.length + " bytes (expected: >= " + KEY_BYTES_MIN + ")");
        }
        this.key = key.clone();
        this.clock = clock;
    }

    /** The value of the Authorization header of a request that is sent now. */
    public String header(NodePurpose purpose) {
        String time = Long.toString(clock.instant().getEpochSecond());
        return SCHEME + time + "." + hmac(purpose, time);
    }

    /** Whether a header holds a token for this purpose and this time; wrong ones take as long as each other. */
    public boolean matches(NodePurpose purpose, @Nullable String presented) {
        Matcher form = FORM.matcher(presented == null ? "" : presented);
        if (!form.matches()) {
            return false;
        }
        String time = form.group(1);
        return MessageDigest.isEqual(ascii(hmac(purpose, time)), ascii(form.group(2)))
                && isNow(Instant.ofEpochSecond(Long.parseLong(time)));
    }

    private boolean isNow(Instant time) {
        Duration skew = Duration.between(time, clock.instant()).abs();
        if (skew.compareTo(SKEW_MAX) <= 0) {
            return true;
        }
        LOGGER.atWarn()
                .addKeyValue("token_time", time)
                .log(
                        "A token of this installation is too old or too new: do the clocks of the nodes differ?");
        return false;
    }

    private String hmac(NodePurpose purpose, String time) {
        return HexFormat.of().formatHex(HmacSha256.of(key, ascii(purpose.label() + "\n" + time)));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
