package io.postrider.api.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.TestApi;
import io.postrider.domain.kernel.Resource;
import io.postrider.schemas.catalogue.AggregateType;
import io.postrider.schemas.catalogue.Catalogue;
import io.postrider.schemas.catalogue.Index;
import io.postrider.schemas.catalogue.Replica;
import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.contract.ContractDocument;
import io.postrider.testkit.contract.ContractDocument.Operation;
import io.postrider.web.route.AccessRule;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.Deprecation;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.assertj.core.api.junit.jupiter.InjectSoftAssertions;
import org.assertj.core.api.junit.jupiter.SoftAssertionsExtension;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import tools.jackson.databind.JsonNode;

/** The contract promises what there is, and there is nothing else. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(SoftAssertionsExtension.class)
class RoutesMatchContractTest {

    private static final String SERVED_BY = "x-postrider-served-by";

    @AutoClose private final TestApi api = new TestApi();
    private final ContractDocument contract = api.contract();

    @InjectSoftAssertions private SoftAssertions softly;

    Stream<ApiRoute> routes() {
        return api.router().routes().stream();
    }

    @Test
    @Verifies("no-actuator")
    void everyRouteHasAnOperationAndEveryOperationARoute() {
        List<String> promised =
                contract.operations().stream()
                        .filter(operation -> !operation.node().has(SERVED_BY))
                        .map(operation -> operation.method() + " " + operation.path())
                        .toList();

        assertThat(routes().map(RoutesMatchContractTest::name))
                .as("routes of the code, held against operations of the contract's files")
                .containsExactlyInAnyOrderElementsOf(promised);
    }

    @Test
    void operationsWithoutARouteAreServedAheadOfTheApi() {
        assertThat(
                        contract.operations().stream()
                                .filter(operation -> operation.node().has(SERVED_BY))
                                .map(Operation::path))
                .containsExactly("/{slug}", "/{slug}+");
    }

    @ParameterizedTest
    @Verifies("route-access")
    @MethodSource("routes")
    void authorizationMatchesTheContract(ApiRoute route) {
        JsonNode security = operation(route).path("security");

        switch (route.access()) {
            case AccessRule.Open() -> assertThat(security.toString()).isEqualTo("[]");
            case AccessRule.AnyKey() ->
                    assertThat(security.toString()).isEqualTo("[{\"apiKey\":[]}]");
            case AccessRule.Scoped(String scope, _) ->
                    assertThat(security.toString()).isEqualTo("[{\"apiKey\":[\"" + scope + "\"]}]");
            case AccessRule.InWorkspace(String scope) ->
                    assertThat(security.toString()).isEqualTo("[{\"apiKey\":[\"" + scope + "\"]}]");
            case AccessRule.InWorkspaceOrSelf(String scope) ->
                    assertThat(security.toString()).isEqualTo("[{\"apiKey\":[\"" + scope + "\"]}]");
            case AccessRule.PersonOr(String scope) ->
                    assertThat(security.toString())
                            .isEqualTo("[{\"apiKey\":[\"" + scope + "\"]},{\"session\":[]}]");
            case AccessRule.Person() ->
                    assertThat(security.toString()).isEqualTo("[{\"session\":[]}]");
        }
    }

    @ParameterizedTest
    @MethodSource("routes")
    void theQueryHasTheParametersOfTheContract(ApiRoute route) {
        Set<String> promised = new TreeSet<>();
        for (JsonNode parameter : operation(route).path("parameters")) {
            JsonNode found = contract.resolved(parameter);
            if (found.path("in").asString("").equals("query")) {
                promised.add(found.path("name").asString(""));
            }
        }
        Set<String> taken = new TreeSet<>(route.parameters());
        // Every operation takes it; it is worth a line where there is something to choose.
        if (route.produces().size() > 1) {
            taken.add("format");
        }

        assertThat(taken).as(name(route)).isEqualTo(promised);
    }

    /** A list within a resource has its filter in the path. */
    private static final Pattern WITHIN = Pattern.compile("/([a-z]+)s/\\{id}/[a-z]+$");

    @Test
    void everyIndexOfTheCatalogueIsAFilterOfAList() {
        for (AggregateType<?, ?, ?, ?> entry : Catalogue.all()) {
            Set<String> taken = new TreeSet<>();
            routes().filter(route -> listed(operation(route)).equals(entry.name()))
                    .forEach(route -> {
                        taken.addAll(route.parameters());
                        WITHIN.matcher(route.path().getPatternString())
                                .results()
                                .forEach(found -> taken.add(found.group(1) + "_id"));
                    });

            assertThat(taken).as(entry.name()).containsAll(filters(entry));
        }
    }

    private static <T extends Resource> List<String> filters(AggregateType<?, ?, ?, T> entry) {
        return entry.resource().indexes().stream().map(Index::parameter).toList();
    }

    /** The {@code object} of the entries of the page that an operation answers; empty for any other answer. */
    private String listed(JsonNode operation) {
        JsonNode schema = operation.at("/responses/200/content/application~1json/schema");
        JsonNode items = contract.resolved(schema).at("/properties/data/items");
        return contract.resolved(items).at("/properties/object/const").asString("");
    }

    @ParameterizedTest
    @MethodSource("routes")
    void thePathHasTheVariablesOfTheContract(ApiRoute route) {
        List<String> promised =
                operation(route)
                        .path("parameters")
                        .valueStream()
                        .map(contract::resolved)
                        .filter(parameter -> parameter.path("in").asString("").equals("path"))
                        .map(parameter -> parameter.path("name").asString(""))
                        .toList();

        assertThat(
                        Pattern.compile("\\{([a-z_]+)}")
                                .matcher(route.path().getPatternString())
                                .results()
                                .map(variable -> variable.group(1)))
                .containsExactlyInAnyOrderElementsOf(promised);
    }

    @ParameterizedTest
    @MethodSource("routes")
    void aBodyIsReadWhereTheContractHasOne(ApiRoute route) {
        JsonNode body = operation(route).path("requestBody");

        switch (route.body()) {
            case NONE -> assertThat(body.isMissingNode()).isTrue();
            case OPTIONAL -> assertThat(body.path("required").asBoolean(true)).isFalse();
            case REQUIRED, RAW, UPLOAD ->
                    assertThat(body.path("required").asBoolean(false)).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("routes")
    void theFormsOfAnAnswerAreThoseOfTheContract(ApiRoute route) {
        JsonNode content = operation(route).path("responses").path("200").path("content");

        if (!content.isMissingNode()) {
            assertThat(route.produces().stream().map(MediaType::toString))
                    .containsExactlyElementsOf(content.propertyNames());
        }
    }

    @ParameterizedTest
    @MethodSource("routes")
    void everyPostMayBeRepeatedWithAKey(ApiRoute route) {
        boolean promised =
                operation(route)
                        .path("parameters")
                        .valueStream()
                        .map(contract::resolved)
                        .anyMatch(p -> p.path("name").asString("").equals("Idempotency-Key"));

        assertThat(promised)
                .isEqualTo(
                        route.method().name().equals("POST") && route.body() != ApiRoute.Body.RAW);
    }

    @ParameterizedTest
    @MethodSource("routes")
    void deprecatedRoutesMatchTheContract(ApiRoute route) {
        JsonNode said = operation(route).path("x-postrider-deprecation");
        Deprecation notice = route.deprecation();

        assertThat(operation(route).path("deprecated").asBoolean(false)).isEqualTo(notice != null);
        assertThat(said.isMissingNode()).isEqualTo(notice == null);
        if (notice != null) {
            assertThat(Instant.parse(said.path("since").asString(""))).isEqualTo(notice.since());
            assertThat(Instant.parse(said.path("sunset").asString(""))).isEqualTo(notice.sunset());
            assertThat(said.path("link").asString("")).isEqualTo(notice.link());
        }
    }

    @ParameterizedTest
    @MethodSource("routes")
    void theCodesThatARouteDecidesAreThoseOfTheContract(ApiRoute route) {
        boolean mayBeJson = route.body() != ApiRoute.Body.NONE;
        Map<String, Boolean> decided = new HashMap<>();
        decided.put(
                "cursor_mismatch",
                route.parameters().contains("cursor") || hasField(operation(route), "cursor"));
        decided.put("idempotency_key_invalid", route.method().equals(HttpMethod.POST));
        decided.put("session_required", route.access() instanceof AccessRule.Person);
        // An operation with a raw body reads it, and authenticates its sender, by itself.
        if (route.body() != ApiRoute.Body.RAW) {
            decided.put("malformed_json", mayBeJson);
            decided.put("body_required", mayBeJson && route.body() != ApiRoute.Body.OPTIONAL);
            decided.put("unauthorized", !(route.access() instanceof AccessRule.Open));
        }

        assertThat(codes(operation(route)).stream().filter(decided::containsKey))
                .as(name(route))
                .containsExactlyInAnyOrderElementsOf(
                        decided.keySet().stream().filter(decided::get).toList());
    }

    /** The quota refuses only what makes replicas in memory grow. */
    @Test
    void onlyCommandsOfReplicasAreRejectedForMemory() {
        Map<String, Replica> replicas = new HashMap<>();
        for (AggregateType<?, ?, ?, ?> entry : Catalogue.all()) {
            routes().filter(route -> shown(operation(route)).equals(entry.name()))
                    .map(route -> route.path().getPatternString().replaceFirst("/\\{[^/]*}$", ""))
                    .forEach(path -> replicas.put(path, entry.resource().replica()));
        }
        assertThat(replicas).hasSizeGreaterThanOrEqualTo(Catalogue.all().size() - 2);
        replicas.forEach((path, replica) ->
                routes().filter(route -> isAt(path, route))
                        .filter(route -> codes(operation(route)).contains("memory_low"))
                        .forEach(route ->
                                softly.assertThat(replica)
                                        .as(name(route))
                                        .isEqualTo(Replica.MEMORY)));
    }

    private static boolean isAt(String path, ApiRoute route) {
        String own = route.path().getPatternString();
        return own.equals(path) || own.startsWith(path + "/");
    }

    /** The {@code object} of the resource, or of each resource of the page, that an operation answers. */
    private String shown(JsonNode operation) {
        JsonNode schema = operation.at("/responses/200/content/application~1json/schema");
        String object = contract.resolved(schema).at("/properties/object/const").asString("");
        return object.equals("list") ? listed(operation) : object;
    }

    private boolean hasField(JsonNode operation, String name) {
        JsonNode schema = operation.at("/requestBody/content/application~1json/schema");
        return contract.resolved(schema).path("properties").has(name);
    }

    private Set<String> codes(JsonNode operation) {
        return operation.path("responses").properties().stream()
                .filter(answer -> !answer.getKey().equals("default"))
                .flatMap(answer ->
                        contract.resolved(answer.getValue()).path("x-problem-codes").valueStream())
                .map(JsonNode::stringValue)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private JsonNode operation(ApiRoute route) {
        return contract.operations().stream()
                .filter(o -> (o.method() + " " + o.path()).equals(name(route)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("the contract has no " + name(route)))
                .node();
    }

    private static String name(ApiRoute route) {
        return route.method() + " " + route.path().getPatternString();
    }
}
