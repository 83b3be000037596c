package io.postrider.domain.webhooks;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The format in which a webhook receives events. */
public enum WebhookFormat {
    /** The event as the event log has it. */
    STANDARD,
    /** A CloudEvent as a JSON document. */
    CLOUDEVENTS_STRUCTURED,
    /** A CloudEvent whose attributes are headers, and whose data is the body. */
    CLOUDEVENTS_BINARY,
    /** The event without its data. */
    THIN;

    /** The name in JSON, for example {@code thin}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The format with a name. */
    public static Optional<WebhookFormat> of(String label) {
        return Stream.of(values()).filter(format -> format.label().equals(label)).findFirst();
    }
}
