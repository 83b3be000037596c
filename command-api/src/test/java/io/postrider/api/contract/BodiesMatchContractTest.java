package io.postrider.api.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.api.contract.BodyLimits.Try;
import io.postrider.identity.users.TestPeople;
import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.contract.ContractDocument;
import io.postrider.testkit.contract.ContractDocument.Operation;
import io.postrider.testkit.contract.ExampleRequests;
import io.postrider.testkit.contract.ExampleRequests.Request;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.http.HttpMethod;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What the contract says of bodies is what the code takes: every limit, at it and one past it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BodiesMatchContractTest {

    private static final JsonMapper JSON = new JsonMapper();

    /** Codes that say that a limit of the schema was passed; a value may be wrong for other reasons. */
    private static final List<String> OF_LIMITS =
            List.of("invalid_length", "too_many", "too_few", "out_of_range", "invalid_type");

    @AutoClose
    private final TestApi api =
            new TestApi(
                    Map.of(
                            "POSTRIDER_BASE_URL",
                            "https://short.test",
                            // Each try of a message makes an instance.
                            "POSTRIDER_INSTANCES_PER_WORKSPACE",
                            "10000",
                            "POSTRIDER_WEBHOOKS_PER_WORKSPACE",
                            "1000"));

    private final ContractDocument contract = api.contract().ofTheApiAlone();
    private final TestPeople people = new TestPeople(api);
    private final Caller caller = api.caller();
    private final ExampleRequests examples =
            new ExampleRequests(
                    contract,
                    (request, place) ->
                            sent(caller, request, String.valueOf(request.body())).body().at(place));

    private int peers;

    private Stream<Operation> withBody() {
        return contract.operations().stream()
                .filter(operation -> operation.node().has("requestBody"))
                // Bytes that are kept as they came.
                .filter(operation -> !EveryOperation.isOfProviders(operation));
    }

    private JsonNode schema(Operation operation) {
        return contract.resolved(
                operation.node().at("/requestBody/content/application~1json/schema"));
    }

    private static ObjectNode body(Request request) {
        return (ObjectNode) JSON.readTree(String.valueOf(request.body()));
    }

    @BeforeAll
    void hasLimits() {
        people.open(TestApi.WORKSPACE, people.user("owner@example.com"));
        assertThat(tries()).hasSizeGreaterThan(100);
    }

    Stream<Arguments> tries() {
        return withBody()
                .flatMap(operation ->
                        BodyLimits.of(contract, schema(operation), body(examples.of(operation)))
                                .stream()
                                .map(one -> Arguments.of(operation, one)));
    }

    @ParameterizedTest
    @MethodSource("tries")
    void aLimitIsWhereTheContractSays(Operation operation, Try one) {
        Response told = sent(caller(operation), examples.of(operation), one.body().toString());

        if (one.refused()) {
            assertThat(told.status()).as(one + ": " + told.text()).isEqualTo(422);
            assertThat(told.errors()).anyMatch(error -> error.startsWith(one.pointer() + " "));
        } else {
            assertThat(told.errors())
                    .as(one + ": " + told.text())
                    .noneMatch(error ->
                            error.startsWith(one.pointer() + " ")
                                    && OF_LIMITS.contains(
                                            error.substring(one.pointer().length() + 1)));
        }
    }

    /** A provider of models may know fields that the contract does not. */
    private static boolean isPassedOn(Operation operation) {
        return operation.id().equals("createChatCompletion");
    }

    @ParameterizedTest
    @Verifies("unknown-input")
    @MethodSource("withBody")
    void aFieldThatTheContractDoesNotNameIsRefusedOrPassedOn(Operation operation) {
        Request request = examples.of(operation);

        Response told =
                sent(caller(operation), request, body(request).put("nonsense", 1).toString());

        assertThat(schema(operation).path("additionalProperties").asBoolean(true))
                .isEqualTo(isPassedOn(operation));
        assertThat(told.status()).isEqualTo(isPassedOn(operation) ? 200 : 400);
        assertThat(told.code()).isEqualTo(isPassedOn(operation) ? "" : "unknown_field");
    }

    /** Operations of users are called by a new user. */
    private Caller caller(Operation operation) {
        return operation.node().at("/security/0").has("session")
                ? people.signedInUser().page()
                : caller;
    }

    private Response sent(Caller caller, Request request, String body) {
        // Attempts of one user do not throttle another.
        api.peer(ByteBuffer.allocate(Integer.BYTES).putInt(++peers).array());
        return caller.with(request.headers())
                .send(
                        HttpMethod.valueOf(request.method()),
                        request.path(),
                        request.type(),
                        request.body() == null ? null : body.getBytes(StandardCharsets.UTF_8));
    }
}
