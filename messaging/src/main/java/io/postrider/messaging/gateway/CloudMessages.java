package io.postrider.messaging.gateway;

import io.netty.handler.codec.http.HttpMethod;
import io.postrider.domain.contacts.PhoneNumber;
import io.postrider.domain.instances.Instance;
import io.postrider.domain.messages.Message;
import io.postrider.schemas.json.Json;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes requests of the Cloud API of messages. */
final class CloudMessages {

    private CloudMessages() {}

    /**
     * The call that sends a message.
     *
     * @param recipient seals what the answer tells of the recipient; empty where that is known
     */
    static GraphCall call(
            Instance instance,
            String id,
            String type,
            JsonNode content,
            Function<ObjectNode, Optional<String>> recipient) {
        return new GraphCall(
                HttpMethod.POST,
                GraphApi.number(instance) + "/messages",
                request(id, type, content),
                answer ->
                        GraphCall.id("/messages/0/id", SendAttempts.PROVIDER_ID)
                                .apply(answer)
                                .map(told -> {
                                    learnt(content.path("to"), answer)
                                            .flatMap(recipient)
                                            .ifPresent(sealed ->
                                                    told.put(SendAttempts.RECIPIENT, sealed));
                                    return told;
                                }));
    }

    /** The addresses of a person in an answer that are others than those that were sent to. */
    private static Optional<ObjectNode> learnt(JsonNode to, JsonNode answer) {
        JsonNode person = answer.at("/contacts/0");
        ObjectNode address = Json.object();
        PhoneNumber.parse("+" + person.path("wa_id").asString(""))
                .filter(phone -> !isSame(phone, to.path("phone").asString("")))
                .ifPresent(phone -> address.put("phone", phone));
        person.path("user_id")
                .asStringOpt()
                .filter(user -> !user.equals(to.path("user_id").asString("")))
                .ifPresent(user -> address.put("user_id", user));
        return Optional.of(address).filter(found -> !found.isEmpty() && !to.has("group_id"));
    }

    private static boolean isSame(String phone, String other) {
        return PhoneNumber.canonical(phone).equals(PhoneNumber.canonical(other));
    }

    /** The work that tells that a message was read. */
    static ObjectNode read(Message message, boolean typing) {
        return Json.object()
                .put("op", ProviderCall.READ)
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
