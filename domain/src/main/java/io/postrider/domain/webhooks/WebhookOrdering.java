package io.postrider.domain.webhooks;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Which deliveries of a webhook wait for others. */
public enum WebhookOrdering {
    /** None does. */
    NONE,
    /** Each waits for the one before it of the same resource. */
    KEY,
    /** Each waits for the one before it. */
    ENDPOINT;

    /** The name in JSON, for example {@code endpoint}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The ordering with a name. */
    public static Optional<WebhookOrdering> of(String label) {
        return Stream.of(values()).filter(each -> each.label().equals(label)).findFirst();
    }
}
