package io.postrider.contract;

import io.postrider.schemas.json.Json;
import java.util.Collection;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Webhooks as a channel, whose address each receiver says itself. */
final class WebhookChannel {

    private static final String NAME = "webhooks";
    private static final String HEADERS = "StandardWebhook";
    private static final List<String> SIGNED =
            List.of("webhook-id", "webhook-timestamp", "webhook-signature");

    private WebhookChannel() {}

    static void add(ObjectNode document, Collection<EventCatalogue.Entry> types) {
        document.withObject("/components/schemas").set(HEADERS, headers());
        ObjectNode channel = document.withObject("/channels").putObject(NAME);
        channel.putNull("address");
        channel.put(
                "description",
                "A signed POST to each webhook that subscribes to the type, retried until it succeeds.");
        ObjectNode messages = channel.putObject("messages");
        ObjectNode all = document.withObject("/components/messages");
        for (EventCatalogue.Entry type : types) {
            String id = "webhook." + type.type();
            all.set(id, message(type));
            messages.set(type.type(), AsyncApi.reference("components", "messages", id));
        }
        ObjectNode operation = document.withObject("/operations").putObject("send.webhooks");
        operation.put("action", "send");
        operation.put("summary", "Deliveries to webhooks.");
        operation.set("channel", AsyncApi.reference("channels", NAME));
    }

    private static ObjectNode headers() {
        ObjectNode headers = Json.object().put("type", "object");
        headers.put("description", "The headers of Standard Webhooks.");
        SIGNED.forEach(headers.putArray("required")::add);
        ObjectNode properties = headers.putObject("properties");
        SIGNED.forEach(name -> properties.putObject(name).put("type", "string"));
        properties.set("traceparent", TopicChannels.traceparent("the attempt"));
        return headers;
    }

    private static ObjectNode message(EventCatalogue.Entry type) {
        ObjectNode schema = type.schema();
        schema.remove("$schema");
        ObjectNode message = Json.object();
        message.put("name", type.type());
        message.put("title", type.type());
        message.put("summary", type.description());
        message.put("contentType", "application/json");
        message.set("headers", AsyncApi.reference("components", "schemas", HEADERS));
        message.set("payload", schema);
        message.putArray("examples").addObject().set("payload", type.example());
        return message;
    }
}
