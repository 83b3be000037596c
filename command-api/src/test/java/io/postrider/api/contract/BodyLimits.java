package io.postrider.api.contract;

import io.postrider.testkit.contract.ContractDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What the schema of a body lets through just so, and what it does not by one. */
final class BodyLimits {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String FILLING = "a";

    /** How much of a name that a caller wrote a problem shows. */
    private static final int SHOWN_MAX = 100;

    private final ContractDocument contract;
    private final ObjectNode example;
    private final List<Try> tries = new ArrayList<>();

    private BodyLimits(ContractDocument contract, ObjectNode example) {
        this.contract = contract;
        this.example = example;
    }

    /**
     * One body.
     *
     * @param pointer what is at fault, as a problem points at it
     * @param refused whether the schema refuses it
     */
    record Try(String what, ObjectNode body, String pointer, boolean refused) {

        @Override
        public String toString() {
            return what + " is " + (refused ? "refused" : "taken");
        }
    }

    static List<Try> of(ContractDocument contract, JsonNode schema, ObjectNode example) {
        BodyLimits limits = new BodyLimits(contract, example);
        schema.path("required").forEach(name -> limits.without(name.stringValue()));
        schema.path("properties")
                .properties()
                .forEach(property ->
                        limits.property(property.getKey(), contract.resolved(property.getValue())));
        return limits.tries;
    }

    private void without(String name) {
        ObjectNode body = example.deepCopy();
        body.remove(name);
        tries.add(new Try("no " + name, body, "#/" + name, true));
    }

    private void with(String what, String name, JsonNode value, boolean refused) {
        with(what, name, "#/" + name, value, refused);
    }

    private void with(String what, String name, String pointer, JsonNode value, boolean refused) {
        ObjectNode body = example.deepCopy();
        body.set(name, value);
        tries.add(new Try(name + " " + what, body, pointer, refused));
    }

    private void property(String name, JsonNode schema) {
        if (schema.has("type")) {
            List<String> types = types(schema);
            with("as null", name, NODES.nullNode(), !types.contains("null"));
            // JSON of any kind has no other type.
            if (!types.containsAll(List.of("object", "string", "number"))) {
                with("of another type", name, another(types), true);
            }
        }
        texts(name, schema);
        numbers(name, schema);
        lists(name, schema);
        maps(name, schema);
        if (schema.has("enum")) {
            boolean number = schema.path("enum").get(0).isNumber();
            with(
                    "as none of its values",
                    name,
                    number ? NODES.numberNode(299) : NODES.stringNode("nonsense"),
                    true);
        }
    }

    private static List<String> types(JsonNode schema) {
        JsonNode type = schema.path("type");
        return type.isString()
                ? List.of(type.stringValue())
                : type.valueStream().map(JsonNode::stringValue).toList();
    }

    private static JsonNode another(List<String> types) {
        return types.contains("boolean") ? NODES.stringNode("true") : NODES.booleanNode(true);
    }

    private void texts(String name, JsonNode schema) {
        for (int past : steps(schema, "maxLength")) {
            int length = schema.path("maxLength").intValue() + past;
            with("of " + length + " characters", name, text(schema, length), past > 0);
        }
        if (schema.path("minLength").asInt(0) > 0) {
            with("of no characters", name, NODES.stringNode(""), true);
        }
    }

    private void numbers(String name, JsonNode schema) {
        for (int past : steps(schema, "maximum")) {
            long value = schema.path("maximum").longValue() + past;
            with("as " + value, name, NODES.numberNode(value), past > 0);
        }
        for (int past : steps(schema, "minimum")) {
            long value = schema.path("minimum").longValue() - past;
            with("as " + value, name, NODES.numberNode(value), past > 0);
        }
    }

    private void lists(String name, JsonNode schema) {
        @Nullable JsonNode items = schema.get("items");
        if (items == null) {
            return;
        }
        JsonNode item = contract.resolved(items);
        for (int past : steps(schema, "maxItems")) {
            int size = schema.path("maxItems").intValue() + past;
            ArrayNode list = NODES.arrayNode();
            IntStream.range(0, size).forEach(i -> list.add("item" + i));
            with("of " + size + " entries", name, list, past > 0);
        }
        if (schema.path("minItems").asInt(0) > 0) {
            with("of no entries", name, NODES.arrayNode(), true);
        }
        for (int past : steps(item, "maxLength")) {
            int length = item.path("maxLength").intValue() + past;
            JsonNode list = NODES.arrayNode().add(text(item, length));
            with(
                    "with an entry of " + length + " characters",
                    name,
                    "#/" + name + "/0",
                    list,
                    past > 0);
        }
    }

    private void maps(String name, JsonNode schema) {
        for (int past : steps(schema, "maxProperties")) {
            int size = schema.path("maxProperties").intValue() + past;
            Map<String, JsonNode> entries =
                    IntStream.range(0, size)
                            .boxed()
                            .collect(Collectors.toMap(i -> "k" + i, i -> NODES.stringNode("v")));
            with("of " + size + " entries", name, NODES.objectNode().setAll(entries), past > 0);
        }
        JsonNode value = schema.path("additionalProperties");
        for (int past : steps(value, "maxLength")) {
            int length = value.path("maxLength").intValue() + past;
            JsonNode map = NODES.objectNode().set("k", text(value, length));
            with(
                    "with a value of " + length + " characters",
                    name,
                    "#/" + name + "/k",
                    map,
                    past > 0);
        }
        JsonNode key = schema.path("propertyNames");
        for (int past : steps(key, "maxLength")) {
            String full = FILLING.repeat(key.path("maxLength").intValue() + past);
            with(
                    "with a name of " + full.length() + " characters",
                    name,
                    "#/" + name + "/" + full.substring(0, Math.min(full.length(), SHOWN_MAX)),
                    NODES.objectNode().put(full, "v"),
                    past > 0);
        }
    }

    /** At a limit and one past it, where there is one. */
    private static int[] steps(JsonNode schema, String limit) {
        return schema.has(limit) ? new int[] {0, 1} : new int[0];
    }

    private static JsonNode text(JsonNode schema, int length) {
        String start =
                schema.path("format").asString("").equals("uri") ? "https://www.example.com/" : "";
        return NODES.stringNode(start + FILLING.repeat(length - start.length()));
    }
}
