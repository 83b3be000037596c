package io.postrider.schemas.json;

import io.postrider.domain.instances.Instance;
import java.time.Instant;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The body of a call of WhatsApp, as the simulated network makes it. */
public final class WhatsAppCall {

    private WhatsAppCall() {}

    /** A call to an instance without news; the value, to which news is added, is its only change. */
    public static ObjectNode to(Instance instance) {
        return to(instance, "messages");
    }

    /**
     * The same about another subject.
     *
     * @param field the kind of news, for example {@code message_template_status_update}
     */
    public static ObjectNode to(Instance instance, String field) {
        ObjectNode body = Json.object();
        body.put("object", "whatsapp_business_account");
        ObjectNode change = body.putArray("entry").addObject().putArray("changes").addObject();
        change.put("field", field);
        ObjectNode value = change.putObject("value").put("messaging_product", "whatsapp");
        value.putObject("metadata")
                .put("display_phone_number", digits(instance))
                .put("phone_number_id", instance.config().get(Instance.PHONE_NUMBER_ID));
        return body;
    }

    /** The value of a call that {@link #to} made. */
    public static ObjectNode value(ObjectNode body) {
        return (ObjectNode) body.at("/entry/0/changes/0/value");
    }

    /**
     * A call that brings a message.
     *
     * @param from {@code phone} or {@code user_id}, and {@code name}
     * @param id of the message at the provider
     * @param message {@code type}, the member of that name, and {@code context}
     */
    public static ObjectNode message(
            Instance to, JsonNode from, String id, Instant at, JsonNode message) {
        ObjectNode body = to(to);
        ObjectNode value = value(body);
        String phone = from.path("phone").asString("").replaceAll("^\\+", "");
        String user = from.path("user_id").asString("");
        ObjectNode contact = value.putArray("contacts").addObject();
        put(contact.putObject("profile"), "name", from.path("name").asString(""));
        put(contact, "wa_id", phone);
        put(contact, "user_id", user);
        ObjectNode one = value.putArray("messages").addObject();
        put(one, "from", phone);
        put(one, "from_user_id", user);
        String type = message.path("type").asString("");
        one.put("id", id)
                .put("timestamp", Long.toString(at.getEpochSecond()))
                .put("type", type)
                .set(type, message.path(type));
        if (message.has("context")) {
            one.set("context", message.path("context"));
        }
        return body;
    }

    /** The number of an instance without its plus sign. */
    public static String digits(Instance instance) {
        return instance.config().getOrDefault(Instance.PHONE_NUMBER, "").replaceAll("^\\+", "");
    }

    private static void put(ObjectNode node, String name, String value) {
        if (!value.isEmpty()) {
            node.put(name, value);
        }
    }
}
