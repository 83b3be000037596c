package io.postrider.webhooks.fanout;

import io.postrider.domain.webhooks.WebhookFormat;
import java.util.EnumMap;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** An event in the formats of its webhooks, each of which is encoded once. */
final class EncodedEvents {

    private final ObjectNode event;
    private final Map<WebhookFormat, EncodedEvent> encoded = new EnumMap<>(WebhookFormat.class);

    EncodedEvents(ObjectNode event) {
        this.event = event;
    }

    ObjectNode event() {
        return event;
    }

    EncodedEvent in(WebhookFormat format) {
        return encoded.computeIfAbsent(format, each -> EncodedEvent.of(each, event));
    }
}
