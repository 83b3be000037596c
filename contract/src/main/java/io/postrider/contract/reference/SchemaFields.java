package io.postrider.contract.reference;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** The fields of a schema as a nested list. What holds itself is spelled out once. */
final class SchemaFields {

    private static final int DEPTH_MAX = 6;

    private final ReferenceDocument document;

    SchemaFields(ReferenceDocument document) {
        this.document = document;
    }

    String of(JsonNode schema) {
        StringBuilder out = new StringBuilder();
        JsonNode whole = document.merged(schema);
        if (whole.path("properties").isEmpty() && !whole.has("items")) {
            out.append("- ").append(about(whole)).append('\n');
        }
        fields(whole, "", new HashSet<>(), out);
        return out.toString();
    }

    private void fields(JsonNode whole, String indent, Set<JsonNode> above, StringBuilder out) {
        JsonNode object = whole.has("items") ? document.merged(whole.path("items")) : whole;
        if (indent.length() > 2 * DEPTH_MAX || !above.add(object)) {
            return;
        }
        Set<String> required = new HashSet<>();
        object.path("required").forEach(name -> required.add(name.asString()));
        for (Map.Entry<String, JsonNode> field : object.path("properties").properties()) {
            JsonNode schema = document.merged(field.getValue());
            out.append(indent).append("- `").append(field.getKey()).append("` ");
            out.append(required.contains(field.getKey()) ? "(Required) " : "");
            out.append(about(schema)).append('\n');
            fields(schema, indent + "  ", above, out);
        }
        if (object.path("additionalProperties").isObject()
                && !object.path("additionalProperties").isEmpty()) {
            JsonNode others = document.merged(object.path("additionalProperties"));
            out.append(indent).append("- any other name: ").append(about(others)).append('\n');
            fields(others, indent + "  ", above, out);
        }
        for (String kind : List.of("oneOf", "anyOf")) {
            for (JsonNode variant : object.path(kind)) {
                JsonNode form = document.merged(variant);
                out.append(indent).append("- one form: ").append(about(form)).append('\n');
                fields(form, indent + "  ", above, out);
            }
        }
        above.remove(object);
    }

    private String about(JsonNode schema) {
        StringBuilder text = new StringBuilder(document.type(schema));
        document.constraints(schema).forEach(words -> text.append("; ").append(words));
        if (schema.has("default")) {
            text.append("; default `")
                    .append(ReferenceDocument.shown(schema.path("default")))
                    .append('`');
        }
        String description = schema.path("description").asString("").strip();
        if (!description.isEmpty()) {
            text.append(". ").append(description.replaceAll("\\s*\\R\\s*", " "));
        }
        return text.toString();
    }
}
