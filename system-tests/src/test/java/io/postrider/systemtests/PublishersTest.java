package io.postrider.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.testkit.http.ReceivedRequest;
import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Other systems publish at endpoints, and rules answer, count, call and run by the clock. */
@ExtendWith(SharedPostrider.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PublishersTest {

    private static final String ENDPOINTS = "/api/v1/automation/endpoints";
    private static final String RULES = "/api/v1/automation/rules";
    private static final String STATE = "/api/v1/automation/state/";
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    private final HttpClient http = HttpClient.newHttpClient();
    private ForeignClients clients;
    private RecordingReceiver receiver;
    private Workspace node;

    @BeforeAll
    void start(Workspace workspace) throws Exception {
        node = workspace;
        clients = ForeignClients.install();
        receiver = RecordingReceiver.start(StubResponse.status(204));
    }

    @AfterAll
    void stop() {
        receiver.close();
    }

    @ParameterizedTest
    @CsvSource({
        "stripe,stripe",
        "github,github",
        "standard_webhooks,standard_webhooks",
        "svix,standard_webhooks",
        "cloudevents_structured,url_token",
        "cloudevents_binary,url_token"
    })
    void requestsSignedBySendersLibrariesAreAccepted(String sender, String auth) throws Exception {
        boolean signs = !auth.equals("url_token");
        JsonNode endpoint =
                endpoint(
                        "\"auth\":\"%s\"%s"
                                .formatted(auth, signs ? ",\"secret\":\"" + SECRET + "\"" : ""));
        JsonNode request = clients.signed(sender, SECRET, "{\"order_id\":\"1042\"}");
        String body = request.path("body").asString();

        HttpResponse<String> accepted = send(endpoint, request, body);
        assertThat(accepted.statusCode()).as(accepted.body()).isEqualTo(202);
        if (signs) {
            assertThat(send(endpoint, request, body.replace("1042", "1043")).statusCode())
                    .isEqualTo(401);
        }
        String id = HttpNode.json(accepted).path("id").asString();
        // It is in the log before it can be read.
        JsonNode event =
                await().atMost(PATIENCE)
                        .ignoreExceptions()
                        .until(
                                () -> node.getJson("/api/v1/events/" + id),
                                found -> found.has("data"));
        assertThat(event.at("/data/order_id").asString()).isEqualTo("1042");
    }

    @Test
    void copiesOfOneEventAreOneEvent() throws Exception {
        JsonNode endpoint = endpoint("\"dedupe\":{\"key\":[\"/order_id\"]}");
        List<CompletableFuture<HttpResponse<String>>> sent = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            sent.add(
                    http.sendAsync(
                            to(
                                    endpoint,
                                    Map.of("Content-Type", "application/json"),
                                    "{\"order_id\":7}"),
                            HttpResponse.BodyHandlers.ofString()));
        }
        List<HttpResponse<String>> answers = sent.stream().map(CompletableFuture::join).toList();

        assertThat(answers).filteredOn(answer -> answer.statusCode() == 202).hasSize(1);
        assertThat(answers).filteredOn(answer -> answer.statusCode() == 200).hasSize(99);
        assertThat(answers)
                .extracting(answer -> HttpNode.json(answer).path("id").asString())
                .containsOnly(HttpNode.json(answers.getFirst()).path("id").asString());
    }

    @Test
    void rejectedRequestsAreListedAndResent() throws Exception {
        JsonNode endpoint =
                endpoint(
                        "\"schema\":{\"mode\":\"enforce\",\"json_schema\":{\"required\":[\"order_id\"]}}");
        assertThat(post(endpoint, "{\"id\":\"A1\"}").statusCode()).isEqualTo(422);
        String deliveries = ENDPOINTS + "/" + endpoint.path("id").asString() + "/deliveries";
        JsonNode refused =
                await().atMost(PATIENCE)
                        .until(
                                () -> node.getJson(deliveries + "?outcome=rejected").at("/data/0"),
                                found -> !found.isMissingNode());
        assertThat(refused.at("/problem/code").asString()).isEqualTo("schema_mismatch");
        assertThat(refused.at("/problem/errors/0/pointer").asString()).isEqualTo("#/order_id");

        HttpResponse<String> changed =
                node.write(
                        "PATCH",
                        ENDPOINTS + "/" + endpoint.path("id").asString(),
                        "{\"mapping\":{\"jsonata\":\"{\\\"order_id\\\": body.id}\"}}",
                        "If-Match",
                        "*");
        assertThat(changed.statusCode()).as(changed.body()).isEqualTo(200);
        HttpResponse<String> again =
                node.post(deliveries + "/" + refused.path("id").asString() + "/resend", "");
        assertThat(again.statusCode()).as(again.body()).isEqualTo(202);
        JsonNode accepted =
                await().atMost(PATIENCE)
                        .until(
                                () -> node.getJson(deliveries + "?outcome=accepted").at("/data/0"),
                                found -> !found.isMissingNode());
        assertThat(accepted.at("/data/order_id").asString()).isEqualTo("A1");
        JsonNode inferred =
                HttpNode.json(
                        node.post(
                                ENDPOINTS + "/" + endpoint.path("id").asString() + "/infer-schema",
                                ""));
        assertThat(inferred.at("/json_schema/properties/order_id/type").asString())
                .isEqualTo("string");
    }

    @Test
    void aRuleAnswersTheCallerAndCounts() throws Exception {
        JsonNode endpoint = endpoint("\"response\":\"sync\"");
        published(
                """
                {"name":"Count","trigger":{"event_types":["%s"]},"actions":[
                 {"key":"count","type":"state.incr","with":{"jsonata":"{'key': 'orders-' & event.data.shop}"}},
                 {"key":"last","type":"state.set","with":{"jsonata":"{'key': 'last', 'value': event.data, 'ttl': 'PT1H'}"}},
                 {"key":"seen","type":"state.get","with":{"key":"nothing"}},
                 {"key":"answer","type":"respond","with":{"jsonata":"{'order': steps.count.value, 'seen': steps.seen.value}"}}]}
                """
                        .formatted(endpoint.path("event_type").asString()));
        for (int i = 1; i <= 3; i++) {
            HttpResponse<String> answer = post(endpoint, "{\"shop\":\"A\"}");
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo("{\"order\":%d,\"seen\":null}".formatted(i));
        }
        assertThat(node.getJson(STATE + "orders-A").path("value").asInt()).isEqualTo(3);
        JsonNode last = node.getJson(STATE + "last");
        assertThat(last.at("/value/shop").asString()).isEqualTo("A");
        assertThat(Instant.parse(last.path("expires_at").asString())).isAfter(Instant.now());
    }

    @Test
    void aScheduledRuleRunsOncePerTime() throws Exception {
        String rule =
                published(
                        """
                        {"name":"Tick","trigger":{"every":"PT10S"},"actions":[
                         {"key":"count","type":"state.incr","with":{"key":"ticks"}}]}
                        """);
        String runs = "/api/v1/automation/runs?status=succeeded&rule_id=" + rule;
        await().atMost(PATIENCE).until(() -> node.getJson(runs).path("data").size() >= 2);
        List<String> times =
                node.getJson(runs)
                        .path("data")
                        .valueStream()
                        .map(run -> run.at("/event/data/scheduled_at").asString())
                        .toList();
        assertThat(times).doesNotHaveDuplicates();
        assertThat(times)
                .allSatisfy(time -> assertThat(time).matches(".*:[0-5]0\\.000Z|.*:[0-5]0Z"));
        assertThat(node.getJson(runs).at("/data/0/event_type").asString()).isEqualTo("schedule");
        assertThat(node.write("POST", RULES + "/" + rule + "/pause", "{}").statusCode())
                .isEqualTo(200);
    }

    @Test
    void aConnectionProvesTheCallToItsHostAlone() throws Exception {
        String host = URI.create(receiver.url("/")).getAuthority();
        String connection =
                HttpNode.json(
                                node.post(
                                        "/api/v1/automation/connections",
                                        "{\"name\":\"CRM\",\"kind\":\"bearer\",\"host\":\"%s\",\"secret\":\"t0ken-of-the-crm\"}"
                                                .formatted(host)))
                        .path("id")
                        .asString();
        String rule =
                published(
                        """
                        {"name":"CRM","trigger":{"event_types":["crm.wanted"]},"actions":[
                         {"key":"call","type":"http.request","with":{"connection":"%s","url":"%s","body":{"a":1}}},
                         {"key":"other","type":"http.request","with":{"connection":"%s","url":"https://example.com/","body":{}}}]}
                        """
                                .formatted(
                                        connection, receiver.url("/crm-with-token"), connection));
        node.post("/api/v1/events", "{\"type\":\"crm.wanted\",\"data\":{}}");
        ReceivedRequest call =
                receiver.awaitRequest(each -> each.target().equals("/crm-with-token"), PATIENCE);
        assertThat(call.header("Authorization")).contains("Bearer t0ken-of-the-crm");
        JsonNode run =
                await().atMost(PATIENCE)
                        .until(
                                () ->
                                        node.getJson("/api/v1/automation/runs?rule_id=" + rule)
                                                .at("/data/0"),
                                found -> found.path("status").asString("").equals("failed"));
        assertThat(run.path("reason").asString()).contains("it is valid only for " + host);
        HttpResponse<String> stream =
                node.write(
                        "GET",
                        "/api/v1/automation/runs/" + run.path("id").asString() + "/stream",
                        "",
                        "Accept",
                        "text/event-stream");
        assertThat(stream.body()).contains("event:run", "\"status\":\"failed\"");
        assertThat(run.toString()).doesNotContain("t0ken");
    }

    private JsonNode endpoint(String members) throws Exception {
        String type = "shop.e" + System.nanoTime();
        HttpResponse<String> made =
                node.post(
                        ENDPOINTS,
                        "{\"name\":\"Shop\",\"event_type\":\"%s\",%s}".formatted(type, members));
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        return HttpNode.json(made);
    }

    private HttpResponse<String> post(JsonNode endpoint, String body) throws Exception {
        return http.send(
                to(endpoint, Map.of("Content-Type", "application/json"), body),
                HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> send(JsonNode endpoint, JsonNode request, String body)
            throws Exception {
        Map<String, String> headers = new TreeMap<>();
        request.path("headers")
                .properties()
                .forEach(header -> headers.put(header.getKey(), header.getValue().asString()));
        return http.send(to(endpoint, headers, body), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpRequest to(JsonNode endpoint, Map<String, String> headers, String body) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(endpoint.path("url").asString()))
                        .timeout(PATIENCE)
                        .POST(HttpRequest.BodyPublishers.ofString(body));
        headers.forEach(request::header);
        return request.build();
    }

    private String published(String definition) throws Exception {
        HttpResponse<String> made = node.post(RULES, definition);
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        String id = HttpNode.json(made).path("id").asString();
        HttpResponse<String> published =
                node.write("POST", RULES + "/" + id + "/publish", "{}", "If-Match", "*");
        assertThat(published.statusCode()).as(published.body()).isEqualTo(200);
        return id;
    }
}
