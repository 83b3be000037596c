package io.postrider.webhooks.sending;

import io.postrider.outbound.egress.HeaderField;
import io.postrider.outbound.egress.WebhookSecret;
import io.postrider.platform.secrets.HmacSha256;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Signs deliveries as Standard Webhooks does, over id, time and the very bytes sent: {@code v1} with HMAC-SHA-256, {@code v1a} with
 * Ed25519.
 */
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
        return headers(id, at, body, secrets, List.of());
    }

    /**
     * The same.
     *
     * @param signers private keys, newest first, whose signatures follow those of the secrets
     */
    public static List<HeaderField> headers(
            String id,
            Instant at,
            byte[] body,
            List<WebhookSecret> secrets,
            List<PrivateKey> signers) {
        String signatures = signatures(id, at, body, secrets);
        return List.of(
                new HeaderField("webhook-id", id),
                new HeaderField("webhook-timestamp", Long.toString(at.getEpochSecond())),
                new HeaderField(
                        "webhook-signature",
                        signers.stream()
                                .map(signer -> " v1a," + signature(prefix(id, at), body, signer))
                                .collect(Collectors.joining("", signatures, ""))));
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
        byte[] prefix = prefix(id, at);
        return secrets.stream()
                .map(secret -> "v1," + signature(prefix, body, secret))
                .collect(Collectors.joining(" "));
    }

    private static byte[] prefix(String id, Instant at) {
        return (id + "." + at.getEpochSecond() + ".").getBytes(StandardCharsets.UTF_8);
    }

    private static String signature(byte[] prefix, byte[] body, PrivateKey signer) {
        try {
            Signature signature = Signature.getInstance("Ed25519");
            signature.initSign(signer);
            signature.update(prefix);
            signature.update(body);
            return Base64.getEncoder().encodeToString(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot sign with Ed25519", e);
        }
    }

    private static String signature(byte[] prefix, byte[] body, WebhookSecret secret) {
        return Base64.getEncoder().encodeToString(HmacSha256.of(secret.key(), prefix, body));
    }
}
