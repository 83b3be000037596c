package io.postrider.contract;

import io.postrider.schemas.json.Json;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Derives a JSON Schema from an example that has every member. */
public final class ExampleSchema {

    private static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";

    private ExampleSchema() {}

    /**
     * The schema of a body.
     *
     * @param others bodies of the same resource: they tell the types of members that are null or missing in the example
     */
    public static ObjectNode of(ObjectNode example, List<ObjectNode> others, String title) {
        ObjectNode schema = Json.object();
        schema.put("$schema", DIALECT);
        schema.put("title", title);
        schema.setAll(shape(filled(example, others), ""));
        return schema;
    }

    private static ObjectNode filled(ObjectNode example, List<ObjectNode> others) {
        ObjectNode filled = example.deepCopy();
        for (ObjectNode other : others) {
            fill(filled, other);
        }
        return filled;
    }

    private static void fill(ObjectNode target, ObjectNode other) {
        for (Map.Entry<String, JsonNode> member : other.properties()) {
            JsonNode present = target.path(member.getKey());
            JsonNode value = member.getValue();
            if (present instanceof ObjectNode inner && value instanceof ObjectNode same) {
                fill(inner, same);
            } else if (present instanceof ArrayNode entries && value instanceof ArrayNode more) {
                fill(entries, more);
            } else if (present.isNull() || present.isMissingNode()) {
                target.set(member.getKey(), value.deepCopy());
            }
        }
    }

    /** The first entry stands for all. */
    private static void fill(ArrayNode target, ArrayNode more) {
        for (JsonNode entry : more) {
            if (target.isEmpty()) {
                target.add(entry.deepCopy());
            } else if (target.get(0) instanceof ObjectNode first
                    && entry instanceof ObjectNode same) {
                fill(first, same);
            }
        }
    }

    private static ObjectNode shape(JsonNode example, String name) {
        return switch (example.getNodeType()) {
            case OBJECT -> object(example, name);
            case ARRAY -> array(example);
            case STRING -> text(name);
            case NUMBER -> nullable(example.isIntegralNumber() ? "integer" : "number");
            case BOOLEAN -> nullable("boolean");
            case NULL, MISSING, BINARY, POJO -> Json.object();
        };
    }

    private static ObjectNode object(JsonNode example, String name) {
        ObjectNode schema = Json.object().put("type", "object");
        if (name.equals("metadata") || name.equals("filters")) {
            schema.set("additionalProperties", Json.object().put("type", "string"));
            return schema;
        }
        boolean isPart = !name.isEmpty() && !name.equals("data");
        ObjectNode properties =
                (isPart ? schema.setAll(nullable("object")) : schema).putObject("properties");
        for (Map.Entry<String, JsonNode> member : example.properties()) {
            properties.set(member.getKey(), shape(member.getValue(), member.getKey()));
        }
        return schema;
    }

    private static ObjectNode array(JsonNode example) {
        ObjectNode schema = Json.object().put("type", "array");
        schema.set(
                "items",
                example.isEmpty()
                        ? Json.object().put("type", "string")
                        : shape(example.get(0), ""));
        return schema;
    }

    private static ObjectNode text(String name) {
        ObjectNode schema = nullable("string");
        if (name.endsWith("_at") || name.equals("at") || name.equals("timestamp")) {
            schema.put("format", "date-time");
        }
        return schema;
    }

    private static ObjectNode nullable(String type) {
        ObjectNode schema = Json.object();
        schema.putArray("type").add(type).add("null");
        return schema;
    }
}
