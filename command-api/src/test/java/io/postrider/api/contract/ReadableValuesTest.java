package io.postrider.api.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.TestApi;
import io.postrider.api.Told;
import io.postrider.schemas.catalogue.Scopes;
import io.postrider.schemas.json.Json;
import io.postrider.testkit.claims.Verifies;
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
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.http.HttpMethod;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What a key with a single scope reads by every operation that reads: the values that were written with this scope's resource. */
class ReadableValuesTest extends EveryOperation {

    private static final String ID = "[a-z]+_[0-9a-z]{26}";
    private static final int IDS_MAX = 4;

    /** What operations write to another resource than their scope says. */
    private static final Map<String, String> WRITES =
            Map.of(
                    "triggerRule", "automation.runs:read",
                    "receiveInSandbox", "messages:read");

    /** Parts of every answer: the own key, and the names of types. */
    private static final Set<String> OF_ALL = Set.of("getMe", "listEventTypes");

    private final Map<String, Set<String>> ids = new LinkedHashMap<>();
    private final List<Request> reads = new ArrayList<>();
    private Set<String> readable = Set.of();

    private static String planted(String scope) {
        return "planted" + scope.replaceAll("[:.]", "z") + "planted";
    }

    private static final Pattern PLANTED = Pattern.compile("planted([a-z]+?)planted");

    Stream<String> scopes() {
        return Scopes.all().stream();
    }

    @BeforeAll
    void plant() {
        closed().filter(operation -> operation.node().has("requestBody"))
                .filter(operation -> !operation.method().equals("DELETE"))
                .forEach(this::plant);
        closed().filter(operation -> operation.method().equals("GET"))
                .filter(operation -> !operation.path().endsWith("/stream"))
                .filter(operation -> !OF_ALL.contains(operation.id()))
                .forEach(operation -> reads.addAll(requests(operation)));
        // The newest page of all events has none of a workspace's own.
        String own = "/api/v1/events?types=automation.event_type.updated";
        reads.add(new Request("GET", own, null, null, Map.of()));
        readable = seen(owner);
        assertThat(readable).hasSizeGreaterThan(13);
        assertThat(reads).hasSizeGreaterThan(80);
    }

    @ParameterizedTest
    @Verifies("event-rights")
    @MethodSource("scopes")
    void aKeyWithOneScopeReadsTheValuesOfItsResourceAlone(String scope) {
        Set<String> expected = new TreeSet<>();
        readable.stream()
                .filter(planted -> Scopes.covers(List.of(scope), read(planted)))
                .forEach(expected::add);

        assertThat(seen(api.callerOf(TestApi.OTHER_WORKSPACE, scope))).isEqualTo(expected);
    }

    @Test
    @Verifies("event-rights")
    void aKeyForOneResourceReadsItsValuesAlone() {
        String link =
                owner.post("/api/v1/links", "{\"url\":\"https://example.com/own\"}").member("id");
        String key = "{\"name\":\"x\",\"preset\":\"full\",\"resources\":[\"" + link + "\"]}";

        assertThat(seen(api.callerAs(owner.post("/api/v1/keys", key).member("secret")))).isEmpty();
    }

    private static String read(String planted) {
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
            Told told = sent(request, changed.toString());
            if (told.status() < 300) {
                String id = told.body().path("id").asString("");
                if (id.matches(ID)) {
                    ids.computeIfAbsent(kind(id), _ -> new LinkedHashSet<>()).add(id);
                }
            }
        }
    }

    private static String writes(Operation operation, String scope) {
        String read = scope.substring(0, scope.indexOf(':')) + ":read";
        return WRITES.getOrDefault(operation.id(), read);
    }

    private Told sent(Request request, String body) {
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
    private List<Request> requests(Operation operation) {
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

    private static String kind(String id) {
        return id.substring(0, id.indexOf('_'));
    }

    private Set<String> seen(Caller caller) {
        Set<String> seen = new TreeSet<>();
        for (Request request : reads) {
            Told told = sent(caller, request);
            PLANTED.matcher(told.text()).results().map(MatchResult::group).forEach(seen::add);
        }
        return seen;
    }
}
