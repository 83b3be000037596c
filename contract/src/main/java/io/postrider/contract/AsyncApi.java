package io.postrider.contract;

import io.postrider.schemas.Topic;
import io.postrider.schemas.Topics;
import io.postrider.schemas.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/**
 * The records of public topics and the bodies of webhooks as an AsyncAPI 3 document. It is generated from the catalogues of
 * topics, schemas and events, so that it cannot differ from them.
 */
public final class AsyncApi {

    private final String baseUrl;
    private final EventCatalogue events;

    /** @param baseUrl public address of the service */
    public AsyncApi(String baseUrl, EventCatalogue events) {
        this.baseUrl = baseUrl;
        this.events = events;
    }

    /** The document, made anew. */
    public ObjectNode document() {
        Map<String, EventCatalogue.Entry> types = new LinkedHashMap<>();
        events.entries().forEach(entry -> types.put(entry.type(), entry));
        ObjectNode document = Json.object().put("asyncapi", "3.0.0");
        document.set("info", info());
        document.put("defaultContentType", "application/json");
        servers(document.putObject("servers"));
        TopicChannels topics =
                new TopicChannels(
                        document,
                        types.values().stream()
                                .collect(
                                        Collectors.toMap(
                                                EventCatalogue.Entry::type,
                                                EventCatalogue.Entry::description)));
        Topics.all().stream()
                .filter(topic -> topic.audience() == Topic.Audience.PUBLIC)
                .forEach(topics::add);
        WebhookChannel.add(document, types.values());
        return document;
    }

    private static ObjectNode info() {
        ObjectNode info = Json.object();
        info.put("title", "Postrider events");
        info.put("version", "1.0.0");
        info.put(
                "description",
                "Every change is an event. Webhooks receive the events that they subscribe to, signed; consumers of the Kafka"
                        + " topics receive all of them. Types and fields are added and never removed; ignore those that you do"
                        + " not know.");
        info.putObject("license").put("name", "Apache-2.0");
        return info;
    }

    private void servers(ObjectNode servers) {
        ObjectNode kafka = servers.putObject("kafka");
        kafka.put("host", "{bootstrap}");
        kafka.put("protocol", "kafka");
        kafka.put(
                "description",
                "Kafka. Values are Avro in the wire format of Confluent: a zero byte, the schema ID in four bytes, the record.");
        kafka.putObject("variables")
                .putObject("bootstrap")
                .put("description", "The bootstrap server of Kafka, which the operator knows.")
                .put("default", "localhost:9092");
        kafka.putObject("bindings")
                .putObject("kafka")
                .put("schemaRegistryUrl", baseUrl)
                .put("schemaRegistryVendor", "confluent")
                .put("bindingVersion", "0.5.0");
    }

    /** A reference to a place in the document. */
    static ObjectNode reference(String... place) {
        StringBuilder pointer = new StringBuilder("#");
        for (String name : place) {
            pointer.append('/').append(name.replace("~", "~0").replace("/", "~1"));
        }
        return Json.object().put("$ref", pointer.toString());
    }
}
