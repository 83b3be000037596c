package io.postrider.testkit.contract;

import io.postrider.testkit.contract.ContractDocument.Operation;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes a request of each operation from the examples of the contract, with values that exist: where the contract says
 * which operation answers a value, that operation is called for it, and anew each time.
 */
public final class ExampleRequests {

    private static final String FROM = "x-postrider-example-from";
    private static final String AFTER = "x-postrider-example-after";

    private final ContractDocument contract;
    private final BiFunction<Request, String, JsonNode> caller;

    /**
     * @param caller makes a request, and tells what is at a place of its answer, given as a JSON pointer; where it can only
     *     be there later, it waits for it
     */
    public ExampleRequests(
            ContractDocument contract, BiFunction<Request, String, JsonNode> caller) {
        this.contract = contract;
        this.caller = caller;
    }

    /**
     * A request that can be sent.
     *
     * @param path with all variables filled in
     * @param type of the body
     * @param headers that the operation needs
     */
    public record Request(
            String method,
            String path,
            @Nullable String type,
            @Nullable String body,
            Map<String, String> headers) {

        /** The same request about something else. */
        public Request about(String id, String other) {
            return new Request(method, path.replace(id, other), type, body, headers);
        }

        /** The same request with a query. */
        public Request asking(String name, String value) {
            String encoded = URLEncoder.encode(value, StandardCharsets.UTF_8);
            return new Request(method, path + "?" + name + "=" + encoded, type, body, headers);
        }
    }

    /** The request of an operation, without what may be left out. */
    public Request of(Operation operation) {
        for (JsonNode before : operation.node().path(AFTER)) {
            JsonNode _ = caller.apply(of(contract.operation(before.stringValue())), "");
        }
        String path = operation.path();
        Map<String, JsonNode> parents = parents(operation);
        for (JsonNode parameter : parameters(operation, "path").toList()) {
            String[] source = parameter.path(FROM).asString("").split("#", 2);
            JsonNode parent = parents.get(source[0]);
            String value = parent == null ? value(parameter) : parent.at(source[1]).asString();
            path = path.replace("{" + parameter.path("name").stringValue() + "}", value);
        }
        Optional<Map.Entry<String, JsonNode>> medium =
                operation.node().at("/requestBody/content").properties().stream().findFirst();
        return new Request(
                operation.method(),
                path,
                medium.map(Map.Entry::getKey).orElse(null),
                medium.map(entry -> body(entry.getValue()).toString()).orElse(null),
                headers(operation));
    }

    /** The answers from which several variables of a path come: these name one resource within another. */
    private Map<String, JsonNode> parents(Operation operation) {
        Map<String, Long> uses =
                parameters(operation, "path")
                        .map(parameter -> parameter.path(FROM).asString("").split("#", 2)[0])
                        .collect(Collectors.groupingBy(name -> name, Collectors.counting()));
        return uses.entrySet().stream()
                .filter(use -> !use.getKey().isEmpty() && use.getValue() > 1)
                .collect(
                        Collectors.toMap(
                                Map.Entry::getKey,
                                use -> caller.apply(of(contract.operation(use.getKey())), "")));
    }

    private Map<String, String> headers(Operation operation) {
        return parameters(operation, "header")
                .filter(parameter -> parameter.path("required").asBoolean(false))
                .collect(
                        Collectors.toMap(
                                parameter -> parameter.path("name").stringValue(), this::value));
    }

    /** The parameters of an operation that are somewhere. */
    public Stream<JsonNode> parameters(Operation operation, String in) {
        return operation
                .node()
                .path("parameters")
                .valueStream()
                .map(contract::resolved)
                .filter(parameter -> parameter.path("in").asString("").equals(in));
    }

    /** A value of a parameter that exists. */
    public String value(JsonNode parameter) {
        JsonNode source = parameter.path(FROM);
        JsonNode value =
                source.isString() ? answered(source.stringValue()) : parameter.path("example");
        if (value.isMissingNode()) {
            throw new IllegalStateException("no example of the parameter " + parameter);
        }
        return value.asString();
    }

    private JsonNode body(JsonNode medium) {
        JsonNode first = medium.path("examples").valueStream().findFirst().orElseThrow();
        JsonNode body = contract.resolved(first).path("value").deepCopy();
        medium.path(FROM)
                .properties()
                .forEach(from -> put(body, from.getKey(), answered(from.getValue().stringValue())));
        return body;
    }

    /** Replaces a member of an object, or an entry of a list, in a body. */
    private static void put(JsonNode body, String pointer, JsonNode value) {
        JsonPointer place = JsonPointer.compile(pointer);
        JsonPointer last = Objects.requireNonNull(place.last());
        if (body.at(place.head()) instanceof ArrayNode list) {
            list.set(last.getMatchingIndex(), value);
        } else {
            ((ObjectNode) body.at(place.head())).set(last.getMatchingProperty(), value);
        }
    }

    private JsonNode answered(String source) {
        String[] parts = source.split("#", 2);
        Request request = of(contract.operation(parts[0]));
        JsonNode found = caller.apply(request, parts[1]);
        if (found.isMissingNode()) {
            throw new IllegalStateException(source + ": not in the answer to " + request);
        }
        return found;
    }
}
