package io.postrider.messaging.gateway;

import io.postrider.domain.messages.Message;
import io.postrider.schemas.json.Json;
import io.postrider.testkit.records.Records;
import java.time.Instant;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Bodies of calls of WhatsApp, in the shapes of its reference. */
final class Calls {

    private Calls() {}

    /** A call with one change. */
    static ObjectNode change(String field, JsonNode value) {
        ObjectNode body = Json.object().put("object", "whatsapp_business_account");
        body.putArray("entry")
                .addObject()
                .put("id", "1")
                .putArray("changes")
                .addObject()
                .put("field", field)
                .set("value", value);
        return body;
    }

    /** A call with statuses of messages. */
    static ObjectNode statuses(JsonNode... statuses) {
        return with("messages", "statuses", statuses);
    }

    /** A call with a change that has a list of these. */
    static ObjectNode with(String field, String name, JsonNode... entries) {
        ObjectNode value = Json.object().put("messaging_product", "whatsapp");
        ArrayNode all = value.putArray(name);
        for (JsonNode entry : entries) {
            all.add(entry);
        }
        return change(field, value);
    }

    /** The same call about the number of an instance. */
    static ObjectNode about(String number, ObjectNode call) {
        ((ObjectNode) call.at("/entry/0/changes/0/value"))
                .putObject("metadata")
                .put("phone_number_id", number);
        return call;
    }

    /** The entries of several calls in one. */
    static ObjectNode together(List<ObjectNode> calls) {
        ObjectNode all = Json.object().put("object", "whatsapp_business_account");
        ArrayNode entries = all.putArray("entry");
        calls.forEach(call -> entries.addAll(call.path("entry").valueStream().toList()));
        return all;
    }

    /** A status of a message. */
    static ObjectNode status(String message, String status, Instant at) {
        return Json.object()
                .put("id", "wamid.of-" + message)
                .put("status", status)
                .put("timestamp", Long.toString(at.getEpochSecond()))
                .put("biz_opaque_callback_data", message);
    }

    /** A text from a number. */
    static ObjectNode text(String id, String from, String body) {
        ObjectNode text =
                Json.object()
                        .put("from", from)
                        .put("id", id)
                        .put("timestamp", "1793611800")
                        .put("type", "text");
        text.putObject("text").put("body", body);
        return text;
    }

    /** JSON with apostrophes for quotation marks. */
    static JsonNode json(String quoted) {
        return Json.mapper().readTree(quoted.replace('\'', '"'));
    }

    /** The same message for a time. */
    static Message scheduled(Message message, Instant at) {
        return Records.with(message, "scheduledAt", at);
    }

    /** The same message, which ends at a time if it was not sent. */
    static Message expiring(Message message, Instant at) {
        return Records.with(message, "expiresAt", at);
    }
}
