package io.postrider.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.testkit.contract.ContractDocument;
import io.postrider.testkit.contract.ContractDocument.Operation;
import io.postrider.testkit.contract.ExampleRequests;
import io.postrider.testkit.contract.ExampleRequests.Request;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Every operation of the contract, with its examples, on a server that was started a moment ago. */
class ContractOnServerTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final String SESSION = "/api/v1/session";

    /** What no example can do: it takes a device that shows codes, a provider of OpenID Connect, or one of messaging. */
    private static final Set<String> NEEDS_OTHERS =
            Set.of(
                    "confirmSecondFactor",
                    "renewRecoveryCodes",
                    "disableSecondFactor",
                    "signOutThere",
                    "startOidcSignIn",
                    "finishOidcSignIn",
                    "verifyCallback",
                    "receiveCallback",
                    "publishAtEndpoint",
                    "testEndpoint",
                    "resendEndpointDelivery",
                    "inferSchema");

    /** As the examples have it. */
    private static final String PASSWORD = "correct horse battery";

    @TempDir private Path folder;

    @Test
    void everyExampleCanBeSentAndIsAnsweredAsPromised() throws Exception {
        try (PostriderProcess postrider = PostriderProcess.startQuick(folder, Map.of())) {
            ContractDocument contract = postrider.contract();
            ExampleRequests examples =
                    new ExampleRequests(
                            contract, (request, place) -> value(postrider, request, place));

            assertThat(contract.operations()).hasSizeGreaterThan(30);
            for (Operation operation : contract.operations()) {
                if (NEEDS_OTHERS.contains(operation.id())) {
                    continue;
                }
                Request request = examples.of(operation);
                HttpResponse<String> response =
                        isOfPeople(operation)
                                ? somebody(postrider)
                                        .send(request.method(), request.path(), text(request))
                                : sent(postrider, request);
                // Nobody has the address and the password of the example.
                boolean isSignIn = operation.path().equals(SESSION) && request.body() != null;
                assertThat(response.statusCode())
                        .as(operation + ": " + response.body())
                        .isBetween(isSignIn ? 401 : 200, isSignIn ? 401 : 399);
            }
        }
    }

    /** What is at a place of an answer; lists are asked again until it is there. */
    static JsonNode value(PostriderProcess postrider, Request request, String place) {
        Callable<JsonNode> answer = () -> PostriderProcess.json(sent(postrider, request)).at(place);
        if (request.method().equals("GET")) {
            return await().atMost(PATIENCE).until(answer, found -> !found.isMissingNode());
        }
        try {
            return answer.call();
        } catch (Exception e) {
            throw new AssertionError("no answer to " + request, e);
        }
    }

    /** Somebody who has done nothing yet, with the password of the examples. */
    private static OwnersBrowser somebody(PostriderProcess postrider) throws Exception {
        String email = UUID.randomUUID() + "@example.com";
        String workspace =
                PostriderProcess.json(postrider.write("GET", "/api/v1/workspaces", ""))
                        .at("/data/0/id")
                        .asString();
        String token =
                PostriderProcess.json(
                                postrider.post(
                                        "/api/v1/workspaces/" + workspace + "/invitations",
                                        "{\"email\":\"" + email + "\",\"role\":\"viewer\"}"))
                        .path("token")
                        .asString();
        HttpResponse<String> joined =
                postrider.post(
                        "/api/v1/invitations/join",
                        "{\"token\":\"" + token + "\",\"password\":\"" + PASSWORD + "\"}");
        assertThat(joined.statusCode()).as(joined.body()).isEqualTo(200);
        return postrider.signIn(email, PASSWORD);
    }

    private static HttpResponse<String> sent(PostriderProcess postrider, Request request)
            throws Exception {
        String[] headers =
                request.headers().entrySet().stream()
                        .flatMap(header -> Stream.of(header.getKey(), header.getValue()))
                        .toArray(String[]::new);
        return postrider.write(request.method(), request.path(), text(request), headers);
    }

    private static String text(Request request) {
        String body = request.body();
        return body == null ? "" : body;
    }

    static boolean isOfPeople(Operation operation) {
        return operation.node().at("/security/0").has("session");
    }
}
