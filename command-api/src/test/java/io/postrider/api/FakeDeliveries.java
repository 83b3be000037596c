package io.postrider.api;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.links.LinkEvent;
import io.postrider.domain.webhooks.WebhookEvent.WebhookCreated;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/** One delivery of every change of a link to every webhook of its workspace, as if all had been taken at once. */
final class FakeDeliveries {

    private static final String AT = "2026-11-20T10:00:00.000Z";

    private FakeDeliveries() {}

    static List<ObjectNode> of(List<EventRecord> events, String workspace) {
        List<ObjectNode> deliveries = new ArrayList<>();
        for (EventRecord webhook : events) {
            for (EventRecord event : events) {
                if (webhook.payload() instanceof WebhookCreated
                        && event.payload() instanceof LinkEvent
                        && webhook.header().workspace().equals(workspace)
                        && event.header().workspace().equals(workspace)) {
                    deliveries.add(delivery(webhook.header().aggregate(), event.header()));
                }
            }
        }
        return deliveries.reversed();
    }

    private static ObjectNode delivery(String webhook, EventHeader event) {
        ObjectNode node = Json.object();
        node.put("id", id(IdKind.DLV, webhook + event.id()));
        node.put("object", "delivery");
        node.put("webhook_id", webhook);
        node.put("event_id", event.id());
        node.put("event_type", event.type());
        node.put("state", "delivered");
        node.put("attempts", 1);
        node.putNull("next_attempt_at");
        node.put("last_status_code", 204);
        node.putNull("last_error");
        return node.put("created_at", AT);
    }

    static ObjectNode attempt(String delivery) {
        ObjectNode node = Json.object();
        node.put("id", id(IdKind.ATT, delivery));
        node.put("object", "attempt");
        node.put("delivery_id", delivery);
        node.put("number", 1);
        node.put("at", AT);
        node.put("duration_ms", 12);
        node.put("outcome", "delivered");
        node.put("status_code", 204);
        node.putNull("error");
        node.putObject("request_headers").put("content-type", "application/json");
        node.putObject("response_headers");
        node.put("response_body", "");
        node.put("truncated", false);
        return node.putNull("next_attempt_at");
    }

    private static String id(IdKind kind, String name) {
        return Id.of(kind, UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)));
    }
}
