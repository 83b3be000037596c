package io.postrider.contract;

import io.postrider.schemas.Topic;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.Schemas;
import io.postrider.schemas.json.Json;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import tools.jackson.databind.node.ObjectNode;

/** The public topics as channels: their keys, their retention and their records. */
final class TopicChannels {

    private static final String AVRO = "application/vnd.apache.avro;version=1.9.0";
    private static final String CLOUD_EVENT = "CloudEvent";
    private static final List<String> ATTRIBUTES =
            List.of(
                    "ce_id",
                    "ce_source",
                    "ce_specversion",
                    "ce_time",
                    "ce_subject",
                    "ce_workspace");

    private final ObjectNode document;
    private final ObjectNode messages;
    private final Map<String, String> descriptions;

    /** @param descriptions of the types that are delivered too */
    TopicChannels(ObjectNode document, Map<String, String> descriptions) {
        this.document = document;
        this.messages = document.withObject("/components/messages");
        this.descriptions = descriptions;
        document.withObject("/components/schemas").set(CLOUD_EVENT, cloudEvent());
    }

    private static ObjectNode cloudEvent() {
        ObjectNode headers = Json.object().put("type", "object");
        headers.put("description", "CloudEvents 1.0 in binary mode.");
        headers.putArray("required").add("ce_id").add("ce_type");
        ObjectNode properties = headers.putObject("properties");
        properties.putObject("ce_type").put("type", "string");
        ATTRIBUTES.forEach(name -> properties.putObject(name).put("type", "string"));
        properties.putObject("content-type").put("const", "application/avro");
        properties.set("traceparent", traceparent("the record"));
        return headers;
    }

    /** @param of what belongs to the trace */
    static ObjectNode traceparent(String of) {
        return Json.object()
                .put("type", "string")
                .put("description", "The trace of " + of + " (W3C Trace Context), if it has one.");
    }

    void add(Topic topic) {
        Schema schema = Schemas.current(topic.subject());
        String key = key(schema);
        ObjectNode avro = document.withObject("/components/schemas").putObject(topic.subject());
        avro.put("schemaFormat", AVRO);
        avro.set("schema", Json.mapper().readTree(schema.toString()));

        ObjectNode channel = document.withObject("/channels").putObject(topic.name());
        channel.put("address", topic.name());
        channel.put("description", schema.getDoc() + " Keyed by " + key + "; " + kept(topic) + ".");
        channel.putArray("servers").add(AsyncApi.reference("servers", "kafka"));
        List<String> types = EventCodec.typesOn(topic);
        if (types.isEmpty()) {
            message(channel, topic, schema.getName(), key, "One record of " + topic.name() + ".");
        }
        for (String type : types) {
            message(channel, topic, type, key, description(type));
        }
        bindings(channel, topic);
        operation(topic);
    }

    /** Which field of a record its key is. */
    private static String key(Schema schema) {
        for (String field : List.of("aggregate", "endpoint")) {
            if (schema.getField(field) != null) {
                return field;
            }
        }
        throw new IllegalStateException("no key is known of " + schema.getFullName());
    }

    private static String kept(Topic topic) {
        Duration retention = topic.retention();
        return retention == null ? "stored forever" : "stored for " + retention.toDays() + " days";
    }

    private String description(String type) {
        return descriptions.getOrDefault(
                type, "Internal to Postrider and not delivered to webhooks. Ignore it.");
    }

    private void message(
            ObjectNode channel, Topic topic, String name, String key, String description) {
        // Each topic has its own records of results of commands.
        String id = messages.has(name) ? topic.name() + "." + name : name;
        ObjectNode message = messages.putObject(id);
        message.put("name", name);
        message.put("title", name);
        message.put("summary", description);
        message.put("contentType", "application/avro");
        if (key.equals("aggregate")) {
            message.set("headers", AsyncApi.reference("components", "schemas", CLOUD_EVENT));
        }
        message.set("payload", AsyncApi.reference("components", "schemas", topic.subject()));
        ObjectNode kafka = message.putObject("bindings").putObject("kafka");
        kafka.putObject("key")
                .put("type", "string")
                .put("description", "The same value as the field " + key + ".");
        kafka.put("schemaIdLocation", "payload");
        kafka.put("schemaIdPayloadEncoding", "confluent");
        kafka.put("schemaLookupStrategy", "TopicNameStrategy");
        kafka.put("bindingVersion", "0.5.0");
        channel.withObject("/messages").set(id, AsyncApi.reference("components", "messages", id));
    }

    private static void bindings(ObjectNode channel, Topic topic) {
        ObjectNode kafka = channel.putObject("bindings").putObject("kafka");
        kafka.put("topic", topic.name());
        ObjectNode configuration = kafka.putObject("topicConfiguration");
        configuration.putArray("cleanup.policy").add("delete");
        Duration retention = topic.retention();
        configuration.put("retention.ms", retention == null ? -1 : retention.toMillis());
        kafka.put("bindingVersion", "0.5.0");
    }

    private void operation(Topic topic) {
        ObjectNode operation = document.withObject("/operations").putObject("send." + topic.name());
        operation.put("action", "send");
        operation.put("summary", "Records to " + topic.name() + ".");
        operation.set("channel", AsyncApi.reference("channels", topic.name()));
    }
}
