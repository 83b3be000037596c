package io.postrider.messaging.gateway;

import io.postrider.domain.instances.Instance;
import io.postrider.messaging.gateway.SandboxServer.Asked;
import io.postrider.messaging.gateway.SandboxServer.Reply;
import io.postrider.schemas.json.Json;
import io.postrider.schemas.json.WhatsAppCall;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The templates of the simulated network. Each is approved after a moment; one whose name contains {@code reject} is rejected,
 * and one whose name contains {@code pause} is paused a moment after its approval.
 */
final class SandboxTemplates {

    private static final Duration REVIEW = Duration.ofMillis(300);
    private static final Duration PAUSE = Duration.ofMillis(900);

    private final SandboxNetwork network;
    private final AtomicLong ids = new AtomicLong(System.nanoTime());

    SandboxTemplates(SandboxNetwork network) {
        this.network = network;
    }

    Reply create(Asked asked) {
        JsonNode template = asked.body();
        String name = template.path("name").asString("");
        if (name.isEmpty() || !template.path("components").isArray()) {
            return Reply.error(400, 100, "Parameters name and components are required.");
        }
        String id = Long.toString(ids.incrementAndGet());
        boolean rejected = name.contains("reject");
        tell(asked.instance(), REVIEW, id, template, rejected ? "REJECTED" : "APPROVED");
        if (name.contains("pause")) {
            tell(asked.instance(), PAUSE, id, template, "PAUSED");
        }
        return new Reply(
                200,
                Json.object()
                        .put("id", id)
                        .put("status", "PENDING")
                        .put("category", template.path("category").asString("")));
    }

    private void tell(
            Instance instance, Duration after, String id, JsonNode template, String event) {
        ObjectNode body = WhatsAppCall.to(instance, "message_template_status_update");
        WhatsAppCall.value(body)
                .put("event", event)
                .put("message_template_id", id)
                .put("message_template_name", template.path("name").asString(""))
                .put("message_template_language", template.path("language").asString(""))
                .put("reason", event.equals("REJECTED") ? "INVALID_FORMAT" : "NONE");
        network.callAfter(after, instance, body);
    }
}
