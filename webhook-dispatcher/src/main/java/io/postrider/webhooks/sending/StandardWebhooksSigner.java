package io.postrider.webhooks.sending;

import io.postrider.outbound.egress.HeaderField;
import io.postrider.outbound.egress.WebhookSecret;
import io.postrider.platform.secrets.HmacSha256;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/** Signs deliveries as Standard Webhooks {@code v1} does: HMAC-SHA-256 over id, time and the very bytes sent. */
public final class StandardWebhooksSigner {

    private StandardWebhooksSigner() {}

    /**
     * The three fields of a signed delivery.
     *
     * @param id the event's id, the same over attempts, resends and endpoints
     * @param at the time of this attempt
     * @param secrets all secrets in force, newest first; a receiver that knows any of them can verify
     */
    public static List<HeaderField> headers(
            String id, Instant at, byte[] body, List<WebhookSecret> secrets) {
        return List.of(
                new HeaderField("webhook-id", id),
                new HeaderField("webhook-timestamp", Long.toString(at.getEpochSecond())),
                new HeaderField("webhook-signature", signatures(id, at, body, secrets)));
    }

    /** The value of {@code webhook-signature}: one signature per secret, in the order given. */
    static String signatures(String id, Instant at, byte[] body, List<WebhookSecret> secrets) {
        // A dot in the id would let two different messages have the same signed content.
        if (id.isEmpty() || id.indexOf('.') >= 0) {
            throw new IllegalArgumentException("id: '" + id + "' (expected: text without dots)");
        }
        if (secrets.isEmpty()) {
            throw new IllegalArgumentException("secrets: none (expected: at least one)");
        }
        byte[] prefix = (id + "." + at.getEpochSecond() + ".").getBytes(StandardCharsets.UTF_8);
        return secrets.stream()
                .map(secret -> "v1," + signature(prefix, body, secret))
                .collect(Collectors.joining(" "));
    }

    private static String signature(byte[] prefix, byte[] body, WebhookSecret secret) {
        return Base64.getEncoder().encodeToString(HmacSha256.of(secret.key(), prefix, body));
    }
}
