package io.postrider.api.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.identity.users.TestPeople;
import io.postrider.testkit.contract.ContractDocument;
import io.postrider.testkit.contract.ContractDocument.Operation;
import io.postrider.testkit.contract.ExampleRequests;
import io.postrider.testkit.contract.ExampleRequests.Request;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.springframework.http.HttpMethod;

/**
 * Every operation of the contract, asked for as its examples say, by callers of two workspaces. Nothing is left out: an
 * operation whose examples lead nowhere fails.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class EveryOperation {

    /** Whom the example of a sign-in names. */
    static final String ADA = "ada@example.com";

    @AutoClose
    final TestApi api = new TestApi(Map.of("POSTRIDER_BASE_URL", "http://localhost:8080"));

    final TestPeople people = new TestPeople(api);
    final ContractDocument contract = api.contract().ofTheApiAlone();
    // Not the workspace that the examples of the catalogue of events name: these are for everybody.
    final Caller owner = api.callerOf(TestApi.OTHER_WORKSPACE);
    final Caller other = api.callerOf(TestApi.WORKSPACE);
    final String promised = contract.root().toString();
    final ExampleRequests examples =
            new ExampleRequests(
                    contract, (request, place) -> sent(owner, request).body().at(place));
    final ExampleRequests examplesOfOther =
            new ExampleRequests(
                    contract, (request, place) -> sent(other, request).body().at(place));

    @BeforeAll
    void workspacesHaveOwners() {
        people.open(TestApi.WORKSPACE, people.user("owner@example.com"));
        people.open(TestApi.OTHER_WORKSPACE, people.user(ADA));
    }

    Stream<Operation> operations() {
        return contract.operations().stream()
                .filter(operation ->
                        !isOfPeople(operation) && !leadsOn(operation) && !isOfProviders(operation));
    }

    Stream<Operation> ofPeople() {
        return contract.operations().stream().filter(EveryOperation::isOfPeople);
    }

    Stream<Operation> closed() {
        return operations().filter(operation -> !isOpen(operation));
    }

    Stream<Operation> ofOneResource() {
        // A name of the caller's own is one of its workspace.
        return closed().filter(operation -> operation.path().contains("{"))
                .filter(operation -> !operation.path().contains("/by-external-id/"))
                .filter(operation -> !operation.path().contains("{key}"))
                .filter(operation -> !operation.path().contains("{type}"));
    }

    Stream<Operation> ofAll() {
        return closed().filter(operation -> !operation.path().contains("{"));
    }

    static boolean isOfPeople(Operation operation) {
        return operation.node().at("/security/0").has("session");
    }

    /** Whether it leads a browser on; OidcRoutesTest goes along. */
    static boolean leadsOn(Operation operation) {
        return operation.node().path("responses").has("303");
    }

    /** Whether another system calls it, with a token or a signature; HookRoutesTest and EndpointsTest call as one. */
    static boolean isOfProviders(Operation operation) {
        return operation.path().startsWith("/hooks/")
                || operation.path().startsWith("/api/v1/automation/in/");
    }

    static boolean isOpen(Operation operation) {
        return operation.node().path("security").isEmpty();
    }

    static Optional<String> scope(Operation operation) {
        return Optional.ofNullable(operation.node().at("/security/0/apiKey/0").asString(null));
    }

    /** What no example can do, since nothing is published at an endpoint here. */
    static final Map<String, String> NEEDS_EVENTS =
            Map.of("resendEndpointDelivery", "not_found", "inferSchema", "no_samples");

    static void succeeds(Operation operation, Response told) {
        if (NEEDS_EVENTS.containsKey(operation.id())) {
            assertThat(told.code()).isEqualTo(NEEDS_EVENTS.get(operation.id()));
            return;
        }
        assertThat(told.status()).as(operation + ": " + told.text()).isBetween(200, 299);
    }

    static Response sent(Caller caller, Request request) {
        String body = request.body();
        return caller.with(request.headers())
                .send(
                        HttpMethod.valueOf(request.method()),
                        request.path(),
                        request.type(),
                        body == null ? null : body.getBytes(StandardCharsets.UTF_8));
    }
}
