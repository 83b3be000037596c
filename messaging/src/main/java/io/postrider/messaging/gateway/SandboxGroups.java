package io.postrider.messaging.gateway;

import io.postrider.domain.instances.Instance;
import io.postrider.messaging.gateway.SandboxServer.Asked;
import io.postrider.messaging.gateway.SandboxServer.Reply;
import io.postrider.schemas.json.Json;
import io.postrider.schemas.json.WhatsAppCall;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The groups of the simulated network. A group is created shortly after the request, unless its subject contains {@code fail};
 * participants join and leave as requested.
 */
final class SandboxGroups {

    private static final Duration LATER = Duration.ofMillis(200);
    private static final String PARTICIPANTS = "participants";

    private final SandboxNetwork network;
    private final AtomicLong ids = new AtomicLong(System.nanoTime());

    SandboxGroups(SandboxNetwork network) {
        this.network = network;
    }

    Reply create(Asked asked) {
        String subject = asked.body().path("subject").asString("");
        if (subject.isEmpty()) {
            return Reply.error(400, 100, "Parameter subject is required.");
        }
        long number = ids.incrementAndGet();
        String request = "REQ" + number;
        ObjectNode news = group(asked.instance(), "group_lifecycle_update");
        ObjectNode group = one(news).put("type", "group_create").put("request_id", request);
        if (subject.contains("fail")) {
            group.putArray("errors")
                    .addObject()
                    .put("code", 131_211)
                    .put("message", "The limit of groups is reached.");
        } else {
            group.put("group_id", id(asked.instance(), number))
                    .put("subject", subject)
                    .put("invite_link", link(number));
        }
        network.callAfter(LATER, asked.instance(), news);
        return new Reply(
                200, Json.object().put("messaging_product", "whatsapp").put("request_id", request));
    }

    Reply invite(Asked asked) {
        return new Reply(
                200,
                Json.object()
                        .put("messaging_product", "whatsapp")
                        .put("invite_link", link(ids.incrementAndGet())));
    }

    Reply add(Asked asked) {
        return changed(asked, "group_participants_add", "added_participants");
    }

    Reply remove(Asked asked) {
        return changed(asked, "group_participants_remove", "removed_participants");
    }

    private Reply changed(Asked asked, String type, String member) {
        ObjectNode news = group(asked.instance(), "group_participants_update");
        ArrayNode changed =
                one(news).put("type", type).put("group_id", asked.id()).putArray(member);
        for (JsonNode each : asked.body().path(PARTICIPANTS)) {
            changed.addObject().put("wa_id", each.path("user").asString("").replaceAll("^\\+", ""));
        }
        network.callAfter(LATER, asked.instance(), news);
        return Reply.SUCCESS;
    }

    /** The number leads back to the instance; see {@link SandboxServer}. */
    private static String id(Instance instance, long number) {
        return GraphApi.number(instance) + "." + number;
    }

    private static String link(long number) {
        return "https://chat.whatsapp.com/" + Long.toString(number, 36);
    }

    private static ObjectNode group(Instance instance, String field) {
        ObjectNode body = WhatsAppCall.to(instance, field);
        WhatsAppCall.value(body).putArray("groups").addObject();
        return body;
    }

    private static ObjectNode one(ObjectNode body) {
        return (ObjectNode) WhatsAppCall.value(body).at("/groups/0");
    }
}
