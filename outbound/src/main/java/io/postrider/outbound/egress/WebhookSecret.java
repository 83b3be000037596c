package io.postrider.outbound.egress;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/** The symmetric key that signs a webhook's deliveries, in the form of Standard Webhooks: {@code whsec_<base64>}. */
public final class WebhookSecret {

    private static final String PREFIX = "whsec_";
    private static final int LENGTH_MIN = 24;
    private static final int LENGTH_MAX = 64;
    private static final int LENGTH_GENERATED = 32;

    private final byte[] key;

    private WebhookSecret(byte[] key) {
        this.key = key;
    }

    /** Reads a secret; empty unless it is {@code whsec_} and the padded base64 of 24 to 64 bytes. */
    public static Optional<WebhookSecret> parse(String text) {
        if (!text.startsWith(PREFIX)) {
            return Optional.empty();
        }
        String encoded = text.substring(PREFIX.length());
        try {
            byte[] key = Base64.getDecoder().decode(encoded);
            boolean canonical = Base64.getEncoder().encodeToString(key).equals(encoded);
            return canonical && key.length >= LENGTH_MIN && key.length <= LENGTH_MAX
                    ? Optional.of(new WebhookSecret(key))
                    : Optional.empty();
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
    }

    /** A new secret of 32 random bytes. */
    public static WebhookSecret generate(SecureRandom random) {
        byte[] key = new byte[LENGTH_GENERATED];
        random.nextBytes(key);
        return new WebhookSecret(key);
    }

    /** The key's bytes. */
    public byte[] key() {
        return key.clone();
    }

    /** The text that is shown once, and understood by every Standard Webhooks library. */
    public String reveal() {
        return PREFIX + Base64.getEncoder().encodeToString(key);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof WebhookSecret secret && Arrays.equals(key, secret.key);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(key);
    }

    /** Says nothing of the key. */
    @Override
    public String toString() {
        return PREFIX + "***";
    }
}
