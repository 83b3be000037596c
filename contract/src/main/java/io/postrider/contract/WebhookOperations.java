package io.postrider.contract;

import io.postrider.schemas.catalogue.EventJson;
import io.postrider.schemas.json.Json;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.util.StringUtils;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The operations of webhook receivers: one per event type of the catalogue, all with one pattern. */
final class WebhookOperations {

    private static final String PATTERN = "x-postrider-delivery";
    private static final String SCHEMAS = "schemas";

    /** The members that every event has. */
    private final ObjectNode document;

    private final Map<JsonNode, String> shared = new HashMap<>();

    private WebhookOperations(ObjectNode document) {
        this.document = document;
    }

    static void add(ObjectNode document, EventCatalogue events) {
        new WebhookOperations(document).add(events);
    }

    private void add(EventCatalogue events) {
        JsonNode pattern = document.remove(PATTERN);
        ObjectNode webhooks = document.putObject("webhooks");
        for (EventCatalogue.Entry event : events.entries()) {
            ObjectNode operation = Json.object();
            operation.put("operationId", "on" + words(event.type()));
            operation.put("summary", event.description());
            operation.setAll((ObjectNode) pattern.deepCopy());
            ObjectNode body = operation.putObject("requestBody").put("required", true);
            ObjectNode json = body.putObject("content").putObject("application/json");
            json.set("schema", schema(event));
            json.putObject("examples").putObject("event").set("value", event.example());
            webhooks.putObject(event.type()).set("post", operation);
        }
    }

    /** Of the document's dialect, and true of this type alone; events of one resource share the schema of their data. */
    private ObjectNode schema(EventCatalogue.Entry event) {
        ObjectNode schema = event.schema();
        schema.remove("$schema");
        ObjectNode properties = (ObjectNode) schema.path("properties");
        JsonNode data = properties.path("data");
        String name = shared.computeIfAbsent(data, added -> add(event.type(), added));
        properties.set("data", ContractFiles.reference(SCHEMAS, name));
        properties.withObject("/type").removeAll().put("const", event.type());
        ArrayNode required = schema.putArray("required");
        for (String member : EventJson.DELIVERED) {
            required.add(member);
            if (properties.path(member).path("type").isArray()) {
                properties.withObject("/" + member).put("type", "string");
            }
        }
        return schema;
    }

    private String add(String type, JsonNode data) {
        String name = words(type) + "Data";
        document.withObject("components").withObject("/" + SCHEMAS).set(name, data);
        return name;
    }

    private static String words(String type) {
        return Arrays.stream(type.split("[._]", -1))
                .map(StringUtils::capitalize)
                .collect(Collectors.joining());
    }
}
