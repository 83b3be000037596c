package io.postrider.api.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.api.Response;
import io.postrider.schemas.catalogue.scopes.Scopes;
import io.postrider.schemas.json.Json;
import io.postrider.testkit.contract.ContractDocument.Operation;
import io.postrider.testkit.contract.ExampleRequests.Request;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.springframework.http.HttpMethod;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A workspace with a text in each field that a caller writes, which names the scope that reads it. */
abstract class PlantedValues extends EveryOperation {

    static final String ID = "[a-z]+_[0-9a-z]{26}";
    static final int IDS_MAX = 4;

    /** What operations write to another resource than their scope says. */
    private static final Map<String, String> WRITES =
            Map.of(
                    "triggerRule", "automation.runs:read",
                    "receiveInSandbox", "messages:read");

    final Map<String, Set<String>> ids = new LinkedHashMap<>();

    private static String planted(String scope) {
        return "planted" + scope.replaceAll("[:.]", "z") + "planted";
    }

    private static final Pattern PLANTED = Pattern.compile("planted([a-z]+?)planted");

    /** The number of a contact, where no text can stand. */
    private static final String PHONE = "12025550177";

    Stream<String> scopes() {
        return Scopes.all().stream();
    }

    @BeforeAll
    void plant() {
        closed().filter(operation -> operation.node().has("requestBody"))
                .filter(operation -> !operation.method().equals("DELETE"))
                .forEach(this::plant);
        String number = "{\"addresses\":[{\"type\":\"phone\",\"value\":\"+" + PHONE + "\"}]}";
        noted(owner.post("/api/v1/contacts", number));
    }

    static String read(String planted) {
        return Scopes.all().stream()
                .filter(scope -> planted(scope).equals(planted))
                .findFirst()
                .orElseThrow();
    }

    /** Sends the body once for each of its texts, with a text in its place that names the scope. */
    private void plant(Operation operation) {
        Optional<String> scope = scope(operation).map(each -> writes(operation, each));
        Request request = examples.of(operation);
        String body = request.body();
        if (scope.isEmpty() || body == null || !body.startsWith("{")) {
            return;
        }
        JsonNode json = Json.mapper().readTree(body);
        for (JsonNode changed : bodies(json, json, planted(scope.get()))) {
            noted(sent(request, changed.toString()));
        }
    }

    private void noted(Response told) {
        if (told.status() < 300) {
            noted(told.body());
        }
    }

    void noted(JsonNode resource) {
        String id = resource.path("id").asString("");
        if (id.matches(ID)) {
            ids.computeIfAbsent(kind(id), _ -> new LinkedHashSet<>()).add(id);
        }
    }

    private static String writes(Operation operation, String scope) {
        String read = scope.substring(0, scope.indexOf(':')) + ":read";
        return WRITES.getOrDefault(operation.id(), read);
    }

    private Response sent(Request request, String body) {
        return owner.with(request.headers())
                .send(
                        HttpMethod.valueOf(request.method()),
                        request.path(),
                        request.type(),
                        body.getBytes(UTF_8));
    }

    /** The body with a text in the place of one of its texts each, and in the place of the path of a URL. */
    private static List<JsonNode> bodies(JsonNode body, JsonNode within, String text) {
        List<JsonNode> all = new ArrayList<>();
        for (String form : List.of(text, "https://example.com/" + text)) {
            fill(body, within, form, all);
        }
        return all;
    }

    private static void fill(JsonNode body, JsonNode within, String text, List<JsonNode> into) {
        if (within instanceof ObjectNode object) {
            for (String name : List.copyOf(object.propertyNames())) {
                JsonNode before = object.get(name);
                fill(body, before, text, into);
                if (before.isString() && !before.asString("").matches(ID)) {
                    object.put(name, text);
                    into.add(body.deepCopy());
                    object.set(name, before);
                }
            }
        } else if (within instanceof ArrayNode array) {
            array.forEach(each -> fill(body, each, text, into));
        }
    }

    /** A request that reads, for each resource with a planted text that its path can name. */
    List<Request> requests(Operation operation) {
        boolean isList =
                examples.parameters(operation, "query")
                        .anyMatch(each -> each.path("name").asString("").equals("limit"));
        Request one = examples.of(operation);
        Request example = isList ? one.asking("limit", "100") : one;
        Optional<String> id =
                Arrays.stream(one.path().split("/", -1))
                        .filter(segment -> segment.matches(ID))
                        .findFirst();
        List<Request> all = new ArrayList<>(List.of(example));
        id.ifPresent(named ->
                ids.getOrDefault(kind(named), Set.of()).stream()
                        .limit(IDS_MAX)
                        .forEach(other -> all.add(example.about(named, other))));
        return all;
    }

    static String kind(String id) {
        return id.substring(0, id.indexOf('_'));
    }

    static Stream<String> planted(Response told) {
        String text = told.text().replace(PHONE, planted("contacts:read"));
        return PLANTED.matcher(text).results().map(MatchResult::group);
    }
}
