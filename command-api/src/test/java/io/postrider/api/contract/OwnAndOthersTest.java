package io.postrider.api.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.TestApi;
import io.postrider.api.Told;
import io.postrider.api.people.TestPeople;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.keys.Scopes;
import io.postrider.schemas.json.Json;
import io.postrider.testkit.contract.ContractDocument;
import io.postrider.testkit.contract.ContractDocument.Operation;
import io.postrider.testkit.contract.ExampleRequests;
import io.postrider.testkit.contract.ExampleRequests.Request;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.http.HttpMethod;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Every operation of the contract with the owner's key, from another workspace, without a key, and with keys that do not
 * reach so far. Nothing is left out: an operation whose examples lead nowhere fails here.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OwnAndOthersTest {

    private static final String ID = "[a-z]+_[0-9a-z]{26}";

    /** The id of a completion of the built-in model is a digest of the question, whoever asks it. */
    private static final String OF_WHAT_WAS_SAID = "chatcmpl-";

    /** What no example can do: it would have to know what a device shows. */
    private static final Map<String, String> NEEDS_A_DEVICE =
            Map.of(
                    "confirmSecondFactor", "invalid",
                    "renewRecoveryCodes", "second_factor_missing",
                    "disableSecondFactor", "second_factor_missing");

    /** Whom the example of a sign-in names. */
    private static final String ADA = "ada@example.com";

    @AutoClose
    private final TestApi api = new TestApi(Map.of("POSTRIDER_BASE_URL", "http://localhost:8080"));

    private final TestPeople people = new TestPeople(api);
    private final ContractDocument contract = api.contract().ofTheApiAlone();
    // Not the workspace that the examples of the catalogue of events name: these are for everybody.
    private final Caller owner = api.callerOf(TestApi.OTHER_WORKSPACE);
    private final Caller other = api.callerOf(TestApi.WORKSPACE);
    private final String promised = contract.root().toString();
    private final ExampleRequests examples =
            new ExampleRequests(
                    contract, (request, place) -> sent(owner, request).body().at(place));
    private final ExampleRequests examplesOfOther =
            new ExampleRequests(
                    contract, (request, place) -> sent(other, request).body().at(place));

    @BeforeAll
    void workspacesHaveOwners() {
        people.open(TestApi.WORKSPACE, people.user("owner@example.com"));
        people.open(TestApi.OTHER_WORKSPACE, people.user(ADA));
    }

    Stream<Operation> operations() {
        return contract.operations().stream()
                .filter(operation -> !isOfPeople(operation) && !leadsOn(operation));
    }

    Stream<Operation> ofPeople() {
        return contract.operations().stream().filter(OwnAndOthersTest::isOfPeople);
    }

    Stream<Operation> closed() {
        return operations().filter(operation -> !isOpen(operation));
    }

    Stream<Operation> ofOneResource() {
        return closed().filter(operation -> operation.path().contains("{"));
    }

    Stream<Operation> ofAll() {
        return closed().filter(operation -> !operation.path().contains("{"));
    }

    @ParameterizedTest
    @MethodSource("operations")
    void theOwnerIsAnswered(Operation operation) {
        succeeds(operation, sent(owner, examples.of(operation)));
    }

    @ParameterizedTest
    @MethodSource("ofPeople")
    void whatPeopleDoIsForWhoIsSignedInAndForNoKey(Operation operation) {
        Request request = examples.of(operation);

        Told told = sent(people.somebody().page(), request);
        if (NEEDS_A_DEVICE.containsKey(operation.id())) {
            assertThat(told.code()).isEqualTo(NEEDS_A_DEVICE.get(operation.id()));
        } else {
            succeeds(operation, told);
        }
        Told nobody = sent(api.anybody(), request);
        assertThat(nobody.status()).isEqualTo(401);
        assertThat(nobody.code()).isEqualTo("unauthorized");
        Told key = sent(owner, request);
        assertThat(key.status()).isEqualTo(403);
        assertThat(key.code()).isEqualTo("session_required");
    }

    @ParameterizedTest
    @MethodSource("operations")
    void whoHasNoKeyIsToldToGetOneUnlessItIsOpen(Operation operation) {
        Told told = sent(api.anybody(), examples.of(operation));

        if (isOpen(operation)) {
            succeeds(operation, told);
        } else {
            assertThat(told.status()).isEqualTo(401);
            assertThat(told.code()).isEqualTo("unauthorized");
        }
    }

    @ParameterizedTest
    @MethodSource("closed")
    void whoLacksTheScopeIsToldWhich(Operation operation) {
        Request request = examples.of(operation);
        Optional<String> scope = scope(operation);
        if (scope.isEmpty()) {
            succeeds(operation, sent(api.callerOf(TestApi.OTHER_WORKSPACE, "audit:read"), request));
            return;
        }
        String[] others =
                Scopes.all().stream()
                        .filter(held -> !Scopes.covers(List.of(held), scope.get()))
                        .toArray(String[]::new);

        Told told = sent(api.callerOf(TestApi.OTHER_WORKSPACE, others), request);

        assertThat(told.status()).isEqualTo(403);
        assertThat(told.code()).isEqualTo("scope_missing");
        assertThat(told.body().path("required").toString()).isEqualTo("[\"" + scope.get() + "\"]");
        // With it alone a key gets in, even if it cannot give others more than it has itself.
        assertThat(sent(api.callerOf(TestApi.OTHER_WORKSPACE, scope.get()), request).code())
                .isIn("", "scope_exceeds_own");
    }

    @ParameterizedTest
    @MethodSource("ofOneResource")
    void whatIsAnothersIsAnsweredAsWhatIsNot(Operation operation) {
        Request request = examples.of(operation);
        String own = idIn(request);

        Told refused = sent(other, request);
        Told missing = sent(other, request.about(own, unknown(own)));

        assertThat(refused.status()).isEqualTo(404);
        assertThat(anonymous(refused)).isEqualTo(anonymous(missing));
        assertThat(names(refused)).isEqualTo(names(missing));
        // And whatever it was, it has not happened.
        succeeds(operation, sent(owner, request));
    }

    @ParameterizedTest
    @MethodSource("ofAll")
    void listsAndCountsShowNothingOfOthers(Operation operation) {
        Request request = examples.of(operation);
        Told mine = sent(owner, request);
        succeeds(operation, mine);

        Told theirs = sent(other, examplesOfOther.of(operation));

        succeeds(operation, theirs);
        assertThat(theirs.text()).doesNotContain(TestApi.OTHER_WORKSPACE);
        mine.body().findValues("id").stream()
                .map(id -> id.asString(""))
                .filter(id -> !promised.contains(id))
                .filter(id -> !id.startsWith(OF_WHAT_WAS_SAID))
                .forEach(id -> assertThat(theirs.text()).doesNotContain("\"" + id + "\""));
    }

    @ParameterizedTest
    @MethodSource("closed")
    void aParameterThatNamesAnothersIsAnsweredAsOneThatNamesNothing(Operation operation) {
        examples.parameters(operation, "query")
                .filter(parameter -> parameter.has("x-postrider-example-from"))
                .forEach(parameter -> {
                    String name = parameter.path("name").stringValue();
                    String own = examples.value(parameter);
                    Request request = examplesOfOther.of(operation);

                    Told refused = sent(other, request.asking(name, own));
                    Told missing = sent(other, request.asking(name, unknown(own)));

                    assertThat(refused.status()).as(name).isEqualTo(missing.status());
                    assertThat(anonymous(refused)).as(name).isEqualTo(anonymous(missing));
                });
    }

    /** Whether a body may not name it, or names it for itself as a model is named: nothing is told of others. */
    @ParameterizedTest
    @MethodSource("closed")
    void aBodyThatNamesAnothersIsAnsweredAsOneThatNamesNothing(Operation operation) {
        JsonNode medium = operation.node().at("/requestBody/content/application~1json");
        for (String place : medium.path("x-postrider-example-from").propertyNames()) {
            String own = text(examples.of(operation), place);
            if (!own.matches(ID)) {
                continue;
            }
            Request request = examplesOfOther.of(operation);
            String nobodys = unknown(own);

            Told refused = sent(other, naming(request, place, own));
            Told missing = sent(other, naming(request, place, nobodys));

            assertThat(refused.status()).as(place).isEqualTo(missing.status());
            assertThat(anonymous(refused).replace(own, "…"))
                    .as(place)
                    .isEqualTo(anonymous(missing).replace(nobodys, "…"));
            assertThat(names(refused)).as(place).isEqualTo(names(missing));
        }
    }

    private static String text(Request request, String place) {
        return Json.mapper().readTree(String.valueOf(request.body())).at(place).asString("");
    }

    /** The same request with another id at a place of its body. */
    private static Request naming(Request request, String place, String id) {
        String body = String.valueOf(request.body()).replace(text(request, place), id);
        return new Request(request.method(), request.path(), request.type(), body);
    }

    @ParameterizedTest
    @MethodSource("closed")
    void aKeyForSomethingElseReachesNothing(Operation operation) {
        String key =
                "{\"name\":\"x\",\"preset\":\"full\",\"resources\":[\""
                        + api.id(IdKind.LNK)
                        + "\"]}";
        Caller restricted = api.callerAs(owner.post("/api/v1/keys", key).member("secret"));

        Told told = sent(restricted, examples.of(operation));

        if (scope(operation).isEmpty()) {
            succeeds(operation, told);
        } else if (operation.path().contains("{id}")) {
            assertThat(told.status()).isEqualTo(404);
        } else {
            assertThat(told.code()).isEqualTo("resource_restricted");
        }
    }

    private static boolean isOfPeople(Operation operation) {
        return operation.node().at("/security/0").has("session");
    }

    /** Whether it leads a browser on; OidcRoutesTest goes along. */
    private static boolean leadsOn(Operation operation) {
        return operation.node().path("responses").has("303");
    }

    private static boolean isOpen(Operation operation) {
        return operation.node().path("security").isEmpty();
    }

    private static Optional<String> scope(Operation operation) {
        return Optional.ofNullable(operation.node().at("/security/0/apiKey/0").asString(null));
    }

    private static void succeeds(Operation operation, Told told) {
        assertThat(told.status()).as(operation + ": " + told.text()).isBetween(200, 299);
    }

    private static Told sent(Caller caller, Request request) {
        String body = request.body();
        return caller.send(
                HttpMethod.valueOf(request.method()),
                request.path(),
                request.type(),
                body == null ? null : body.getBytes(StandardCharsets.UTF_8));
    }

    /** The id in a path. */
    private static String idIn(Request request) {
        return Arrays.stream(request.path().split("/", -1))
                .filter(segment -> segment.matches(ID))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no id in " + request.path()));
    }

    private String unknown(String id) {
        String label = id.substring(0, id.indexOf('_'));
        return Arrays.stream(IdKind.values())
                .filter(kind -> kind.label().equals(label))
                .map(api::id)
                .findFirst()
                .orElseThrow();
    }

    /** An answer without what names the request. */
    private static String anonymous(Told told) {
        return told.body() instanceof ObjectNode body
                ? body.deepCopy().without("request_id").without("instance").toString()
                : told.text();
    }

    private static List<String> names(Told told) {
        return told.headers().headerNames().stream().sorted().toList();
    }
}
