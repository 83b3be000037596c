package io.postrider.domain.webhooks;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** How deliveries of a webhook are signed. */
public enum WebhookSignature {
    /** With each secret. */
    V1,
    /** With each secret, and with the private key that belongs to it. */
    V1A;

    /** The name in JSON, for example {@code v1a}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The signature with a name. */
    public static Optional<WebhookSignature> of(String label) {
        return Stream.of(values()).filter(each -> each.label().equals(label)).findFirst();
    }
}
