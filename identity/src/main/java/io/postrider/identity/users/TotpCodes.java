package io.postrider.identity.users;

import com.eatthepath.otp.TimeBasedOneTimePasswordGenerator;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Optional;
import javax.crypto.spec.SecretKeySpec;
import org.apache.commons.codec.binary.Base32;

/** Time-based one-time codes (RFC 6238): six digits, thirty seconds, SHA-1, which all authenticator apps support. */
public final class TotpCodes {

    private static final int SEED_BYTES = 20;
    private static final long STEP_SECONDS = 30;
    private static final int DIGITS = 6;

    /** A clock may be half a minute off, and a code takes a while to type. */
    private static final int STEPS_OFF = 1;

    private static final TimeBasedOneTimePasswordGenerator GENERATOR =
            new TimeBasedOneTimePasswordGenerator();

    private TotpCodes() {}

    /** A new seed, in base32. */
    public static String seed(SecureRandom random) {
        byte[] seed = new byte[SEED_BYTES];
        random.nextBytes(seed);
        return new Base32().encodeToString(seed);
    }

    /** The URI of a QR code for the device. */
    static String uri(String seed, String issuer, String account) {
        return "otpauth://totp/%s:%s?secret=%s&issuer=%s"
                .formatted(encoded(issuer), encoded(account), seed, encoded(issuer));
    }

    /** The time step of a code that is valid now; empty for a wrong code. */
    static Optional<Long> step(String seed, String code, Instant now) {
        SecretKeySpec key = new SecretKeySpec(new Base32().decode(seed), "RAW");
        long current = now.getEpochSecond() / STEP_SECONDS;
        Optional<Long> found = Optional.empty();
        for (long step = current - STEPS_OFF; step <= current + STEPS_OFF; step++) {
            if (matches(code, codeAt(key, step))) {
                found = Optional.of(step);
            }
        }
        return found;
    }

    private static boolean matches(String given, String right) {
        return MessageDigest.isEqual(
                given.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.US_ASCII));
    }

    private static String codeAt(SecretKeySpec key, long step) {
        try {
            int code =
                    GENERATOR.generateOneTimePassword(
                            key, Instant.ofEpochSecond(step * STEP_SECONDS));
            return ("%0" + DIGITS + "d").formatted(code);
        } catch (InvalidKeyException e) {
            throw new IllegalStateException("every key is one for HMAC", e);
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
