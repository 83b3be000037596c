package io.postrider.automation.publishing;

import io.postrider.schemas.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Derives a JSON Schema that all of some samples fit: the types that occur, and as required what each sample has. */
final class SchemaInference {

    private static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";
    private static final int DEPTH_MAX = 20;

    /** As long as the schema of an endpoint may be. */
    private static final int LENGTH_MAX = 32 << 10;

    private SchemaInference() {}

    /** The schema; with fewer levels of it where all would be too long for an endpoint. */
    static ObjectNode of(List<ObjectNode> samples, String title) {
        ObjectNode schema = at(DEPTH_MAX, samples, title);
        for (int depth = DEPTH_MAX / 2; isTooLong(schema); depth /= 2) {
            schema = at(depth, samples, title);
        }
        return schema;
    }

    private static boolean isTooLong(ObjectNode schema) {
        return schema.has("properties") && schema.toString().length() > LENGTH_MAX;
    }

    private static ObjectNode at(int depth, List<ObjectNode> samples, String title) {
        ObjectNode schema = Json.object().put("$schema", DIALECT).put("title", title);
        return schema.setAll(shape(samples, depth));
    }

    private static ObjectNode shape(List<? extends JsonNode> values, int depth) {
        ObjectNode schema = Json.object();
        types(values, schema);
        if (depth > 0) {
            members(of(ObjectNode.class, values), schema, depth - 1);
            entries(of(ArrayNode.class, values), schema, depth - 1);
        }
        return schema;
    }

    private static void types(List<? extends JsonNode> values, ObjectNode schema) {
        Set<String> types = new TreeSet<>();
        values.forEach(value -> types.add(type(value)));
        if (types.contains("number")) {
            types.remove("integer");
        }
        if (types.size() == 1) {
            schema.put("type", types.iterator().next());
        } else if (!types.isEmpty()) {
            schema.set("type", Json.texts(List.copyOf(types)));
        }
    }

    private static String type(JsonNode value) {
        return switch (value.getNodeType()) {
            case OBJECT -> "object";
            case ARRAY -> "array";
            case STRING, BINARY, POJO -> "string";
            case BOOLEAN -> "boolean";
            case NULL, MISSING -> "null";
            case NUMBER -> value.isIntegralNumber() ? "integer" : "number";
        };
    }

    private static <T extends JsonNode> List<T> of(Class<T> type, List<? extends JsonNode> values) {
        return values.stream().filter(type::isInstance).map(type::cast).toList();
    }

    private static void members(List<ObjectNode> objects, ObjectNode schema, int depth) {
        Map<String, List<JsonNode>> values = new LinkedHashMap<>();
        for (ObjectNode object : objects) {
            object.forEachEntry((name, value) ->
                    values.computeIfAbsent(name, _ -> new ArrayList<>()).add(value));
        }
        if (values.isEmpty()) {
            return;
        }
        ObjectNode properties = schema.putObject("properties");
        List<String> required = new ArrayList<>();
        values.forEach((name, all) -> {
            properties.set(name, shape(all, depth));
            if (all.size() == objects.size()) {
                required.add(name);
            }
        });
        if (!required.isEmpty()) {
            schema.set("required", Json.texts(required));
        }
    }

    private static void entries(List<ArrayNode> arrays, ObjectNode schema, int depth) {
        List<JsonNode> all = arrays.stream().flatMap(JsonNode::valueStream).toList();
        if (!all.isEmpty()) {
            schema.set("items", shape(all, depth));
        }
    }
}
