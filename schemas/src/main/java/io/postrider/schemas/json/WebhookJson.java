package io.postrider.schemas.json;

import io.postrider.domain.webhooks.WebhookEndpoint;
import tools.jackson.databind.node.ObjectNode;

/** A webhook endpoint as JSON, without its secrets. */
public final class WebhookJson {

    private WebhookJson() {}

    /** The endpoint. */
    public static ObjectNode of(WebhookEndpoint endpoint, long version) {
        ObjectNode node = Json.object();
        node.put("id", endpoint.id());
        node.put("object", "webhook");
        node.put("url", endpoint.url());
        node.put("description", endpoint.description());
        node.set("event_types", Json.texts(endpoint.eventTypes()));
        node.put("filter", endpoint.filter());
        node.put("transform", endpoint.transform());
        node.put("enabled", endpoint.enabled());
        node.put("disabled_reason", endpoint.disabledReason());
        node.put("format", "standard");
        node.put("signature", "v1");
        node.put("ordering", "none");
        node.set("metadata", Json.texts(endpoint.metadata()));
        node.put("version", version);
        node.put("created_at", Json.time(endpoint.createdAt()));
        node.put("updated_at", Json.time(endpoint.updatedAt()));
        return node;
    }
}
