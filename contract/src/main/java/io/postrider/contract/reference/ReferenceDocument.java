package io.postrider.contract.reference;

import io.postrider.schemas.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The contract, with references looked up and schemas put into words as the console's reference does. */
final class ReferenceDocument {

    private static final String REFERENCE = "$ref";
    private static final String ITEMS = "items";
    private static final String PROPERTIES = "properties";

    private static final List<Range> RANGES =
            List.of(
                    new Range("minimum", "maximum", ""),
                    new Range("minLength", "maxLength", " characters"),
                    new Range("minItems", "maxItems", " items"),
                    new Range("minProperties", "maxProperties", " members"));

    private static final List<Bound> BOUNDS =
            List.of(
                    new Bound("exclusiveMinimum", "more than %s"),
                    new Bound("exclusiveMaximum", "less than %s"),
                    new Bound("multipleOf", "a multiple of %s"),
                    new Bound("pattern", "matches `%s`"));

    private record Range(String least, String most, String unit) {}

    private record Bound(String name, String words) {}

    private final JsonNode root;

    ReferenceDocument(JsonNode root) {
        this.root = root;
    }

    JsonNode root() {
        return root;
    }

    /** What a reference stands for; members beside it win over those that it leads to. */
    JsonNode resolved(JsonNode node) {
        JsonNode found = node;
        while (found.path(REFERENCE).isString()) {
            JsonNode target = root.at(found.path(REFERENCE).stringValue().substring(1));
            ObjectNode whole = ((ObjectNode) target).deepCopy();
            found.properties().stream()
                    .filter(member -> !member.getKey().equals(REFERENCE))
                    .forEach(member -> whole.set(member.getKey(), member.getValue()));
            found = whole;
        }
        return found;
    }

    /** A schema and all that it must satisfy besides, as one. */
    JsonNode merged(JsonNode schema) {
        JsonNode own = resolved(schema);
        if (!own.has("allOf")) {
            return own;
        }
        ObjectNode whole = Json.object();
        List<JsonNode> required = new ArrayList<>();
        ObjectNode properties = Json.object();
        Stream.concat(own.path("allOf").valueStream().map(this::merged), Stream.of(own))
                .forEach(part -> {
                    whole.setAll((ObjectNode) part);
                    part.path("required").forEach(required::add);
                    part.path(PROPERTIES)
                            .properties()
                            .forEach(field -> properties.set(field.getKey(), field.getValue()));
                });
        whole.remove("allOf");
        whole.set(PROPERTIES, properties);
        whole.putArray("required").addAll(required);
        return whole;
    }

    /** The kind of a value, in words. */
    String type(JsonNode schema) {
        JsonNode whole = merged(schema);
        JsonNode type = whole.path("type");
        if (type.isMissingNode()) {
            return untyped(whole);
        }
        String names =
                (type.isArray() ? type.valueStream() : Stream.of(type))
                        .map(JsonNode::asString)
                        .map(name ->
                                name.equals("array") ? "array of " + type(whole.path(ITEMS)) : name)
                        .collect(Collectors.joining(" or "));
        return whole.has("format") ? names + " (" + whole.path("format").asString() + ")" : names;
    }

    private static String untyped(JsonNode whole) {
        if (whole.has(PROPERTIES)) {
            return "object";
        }
        return whole.has("const") || whole.has("enum")
                ? "constant"
                : whole.has("oneOf") || whole.has("anyOf") ? "one of several" : "any";
    }

    /** What a value must keep to, in words. */
    List<String> constraints(JsonNode schema) {
        JsonNode whole = merged(schema);
        List<String> found = new ArrayList<>();
        JsonNode values =
                whole.has(ITEMS) ? merged(whole.path(ITEMS)).path("enum") : whole.path("enum");
        if (whole.has("const")) {
            found.add("always `" + shown(whole.path("const")) + "`");
        } else if (!values.isEmpty()) {
            found.add(
                    "one of "
                            + values.valueStream()
                                    .map(value -> "`" + shown(value) + "`")
                                    .collect(Collectors.joining(", ")));
        }
        RANGES.forEach(range -> words(whole, range).ifPresent(found::add));
        BOUNDS.stream()
                .filter(bound -> whole.has(bound.name()))
                .map(bound -> bound.words().formatted(shown(whole.path(bound.name()))))
                .forEach(found::add);
        return found;
    }

    private static Optional<String> words(JsonNode schema, Range range) {
        JsonNode least = schema.path(range.least());
        JsonNode most = schema.path(range.most());
        String unit = range.unit();
        if (least.isMissingNode()) {
            return most.isMissingNode()
                    ? Optional.empty()
                    : Optional.of("at most " + shown(most) + unit);
        }
        if (most.isMissingNode()) {
            String counted = shown(least).equals("1") ? unit.replaceFirst("s$", "") : unit;
            return Optional.of("at least " + shown(least) + counted);
        }
        return Optional.of(
                (least.equals(most)
                                ? "exactly " + shown(least)
                                : shown(least) + " to " + shown(most))
                        + unit);
    }

    /** A value as JSON would write it, without the quotation marks around a text. */
    static String shown(JsonNode value) {
        return value.isString() ? value.stringValue() : value.toString();
    }
}
