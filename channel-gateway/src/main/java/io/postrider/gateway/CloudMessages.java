package io.postrider.gateway;

import io.netty.handler.codec.http.HttpMethod;
import io.postrider.domain.instances.Instance;
import io.postrider.domain.messages.Message;
import io.postrider.schemas.json.Json;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes requests of the Cloud API of messages. */
final class CloudMessages {

    private CloudMessages() {}

    /** The call that sends a message. */
    static GraphCall call(Instance instance, String id, String type, JsonNode content) {
        return new GraphCall(
                HttpMethod.POST,
                GraphApi.number(instance) + "/messages",
                request(id, type, content),
                GraphCall.id("/messages/0/id", SendAttempts.PROVIDER_ID));
    }

    /** The work that tells that a message was read. */
    static ObjectNode read(Message message, boolean typing) {
        return Json.object()
                .put("op", Work.READ)
                .put("provider_id", message.providerId())
                .put("typing", typing);
    }

    /** The call that tells that a message was read. */
    static GraphCall readCall(Instance instance, JsonNode work) {
        ObjectNode request = Json.object();
        request.put("messaging_product", "whatsapp");
        request.put("status", "read");
        request.put("message_id", work.path("provider_id").asString(""));
        if (work.path("typing").asBoolean(false)) {
            request.putObject("typing_indicator").put("type", "text");
        }
        return GraphCall.of(HttpMethod.POST, GraphApi.number(instance) + "/messages", request);
    }

    /**
     * The request that sends a message. The provider names its id in every status, so a status that comes before the answer, or
     * without one, finds its message.
     *
     * @param content the addresses and what is said
     */
    static ObjectNode request(String id, String type, JsonNode content) {
        ObjectNode request = Json.object();
        request.put("messaging_product", "whatsapp");
        JsonNode to = content.path("to");
        boolean isGroup = to.has("group_id");
        request.put("recipient_type", isGroup ? "group" : "individual");
        if (isGroup) {
            request.put("to", to.path("provider_id").asString(""));
        } else if (to.has("phone")) {
            request.put("to", to.path("phone").asString(""));
        } else {
            request.put("recipient", to.path("user_id").asString(""));
        }
        request.put("biz_opaque_callback_data", id);
        request.put("type", type);
        String referred = content.at("/context/provider_id").asString("");
        if (type.equals("reaction")) {
            request.putObject(type)
                    .put("message_id", referred)
                    .put("emoji", content.at("/reaction/emoji").asString(""));
        } else {
            if (!referred.isEmpty()) {
                request.putObject("context").put("message_id", referred);
            }
            request.set(type, content.path(type));
        }
        return request;
    }
}
