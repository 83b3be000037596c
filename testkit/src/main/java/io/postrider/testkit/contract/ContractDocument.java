package io.postrider.testkit.contract;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** An OpenAPI 3.1 document of one piece: its operations, and values held against its schemas. */
public final class ContractDocument {

    private static final String REFERENCE = "$ref";
    private static final JsonMapper JSON = new JsonMapper();

    private final JsonNode document;
    private final List<Operation> operations = new ArrayList<>();
    private final Map<JsonNode, Schema> compiled = new ConcurrentHashMap<>();
    private final SchemaRegistry schemas =
            SchemaRegistry.withDefaultDialect(
                    SpecificationVersion.DRAFT_2020_12,
                    registry ->
                            registry.schemaRegistryConfig(
                                    SchemaRegistryConfig.builder()
                                            .formatAssertionsEnabled(true)
                                            .build()));

    private ContractDocument(JsonNode document) {
        this.document = document;
        document.path("paths")
                .properties()
                .forEach(path ->
                        path.getValue()
                                .properties()
                                .forEach(method ->
                                        operations.add(
                                                new Operation(
                                                        method.getKey().toUpperCase(Locale.ROOT),
                                                        path.getKey(),
                                                        method.getValue()))));
    }

    /** Reads a document. */
    public static ContractDocument of(String json) {
        return new ContractDocument(JSON.readTree(json));
    }

    /** Reads a document that was read before. */
    public static ContractDocument of(JsonNode document) {
        return new ContractDocument(document);
    }

    /** The same document without the operations that are served ahead of the API. */
    public ContractDocument ofTheApiAlone() {
        ContractDocument own = new ContractDocument(document);
        own.operations.removeIf(operation -> operation.node().has("x-postrider-served-by"));
        return own;
    }

    /** One operation. */
    public record Operation(String method, String path, JsonNode node) {

        /** The id of the operation. */
        public String id() {
            return node.path("operationId").asString("");
        }

        private boolean matches(String wanted, String target) {
            boolean get = method.equals("GET") && wanted.equals("HEAD");
            return (method.equals(wanted) || get) && pathMatches(target);
        }

        private boolean pathMatches(String target) {
            String[] fixed = path.split("\\{[^}]*}", -1);
            StringBuilder pattern = new StringBuilder();
            for (int i = 0; i < fixed.length; i++) {
                pattern.append(i == 0 ? "" : "[^/]+?").append(Pattern.quote(fixed[i]));
            }
            return target.matches(pattern.toString());
        }

        private int specificity() {
            return path.replaceAll("\\{[^}]*}", "").length();
        }

        @Override
        public String toString() {
            return id() + " (" + method + " " + path + ")";
        }
    }

    /** The document itself. */
    public JsonNode root() {
        return document;
    }

    /** Every operation. */
    public List<Operation> operations() {
        return List.copyOf(operations);
    }

    /** The operation of an id. */
    public Operation operation(String id) {
        return operations.stream()
                .filter(operation -> operation.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no operation " + id));
    }

    /** The operation that a request is for; a plain path goes before one with variables. */
    public Optional<Operation> operation(String method, String path) {
        return operations.stream()
                .filter(operation -> operation.matches(method, path))
                .max(Comparator.comparingInt(Operation::specificity));
    }

    /** The target of a reference, if there is one. */
    public JsonNode resolved(JsonNode node) {
        JsonNode found = node;
        while (found.path(REFERENCE).isString()) {
            String reference = found.path(REFERENCE).stringValue();
            found = document.at(reference.substring(1));
            if (found.isMissingNode()) {
                throw new IllegalStateException(reference + " leads nowhere");
            }
        }
        return found;
    }

    /** The errors of a value under a schema of the document. */
    public List<String> objections(JsonNode schema, JsonNode value) {
        Schema ready = compiled.computeIfAbsent(schema, this::compiled);
        List<String> wrong = new ArrayList<>();
        for (Error error : ready.validate(value)) {
            wrong.add(error.getInstanceLocation() + ": " + error.getMessage());
        }
        return wrong;
    }

    private Schema compiled(JsonNode schema) {
        JsonNode whole = schema;
        if (schema instanceof ObjectNode object) {
            ObjectNode with = object.deepCopy();
            with.set("components", document.path("components"));
            whole = with;
        }
        return schemas.getSchema(
                SchemaLocation.of("urn:contract:" + compiled.size() + ":" + schema.hashCode()),
                whole);
    }

    /** The members of an answer that its schema does not name, as JSON pointers; a request would be refused for such. */
    public List<String> undocumented(JsonNode schema, JsonNode value) {
        List<String> found = new ArrayList<>();
        walk(List.of(schema), value, "", found);
        return found;
    }

    private void walk(List<JsonNode> schemas, JsonNode value, String place, List<String> found) {
        List<JsonNode> all = schemas.stream().flatMap(this::alternatives).toList();
        if (value.isObject()) {
            boolean open = all.stream().anyMatch(schema -> schema.has("additionalProperties"));
            value.properties()
                    .forEach(member -> {
                        List<JsonNode> named =
                                all.stream()
                                        .map(schema ->
                                                schema.path("properties").get(member.getKey()))
                                        .filter(Objects::nonNull)
                                        .toList();
                        String pointer = place + "/" + member.getKey();
                        if (!named.isEmpty()) {
                            walk(named, member.getValue(), pointer, found);
                        } else if (!open) {
                            found.add(pointer);
                        }
                    });
        } else if (value.isArray()) {
            List<JsonNode> items =
                    all.stream()
                            .map(schema -> schema.get("items"))
                            .filter(Objects::nonNull)
                            .toList();
            for (int i = 0; i < value.size() && !items.isEmpty(); i++) {
                walk(items, value.get(i), place + "/" + i, found);
            }
        }
    }

    private Stream<JsonNode> alternatives(JsonNode schema) {
        JsonNode target = resolved(schema);
        return Stream.concat(
                Stream.of(target),
                Stream.of("allOf", "anyOf", "oneOf")
                        .flatMap(kind -> target.path(kind).valueStream())
                        .flatMap(this::alternatives));
    }
}
