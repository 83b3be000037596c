package io.postrider.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.testkit.http.ReceivedRequest;
import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Confirmed writes and effects of a process are neither lost nor repeated when it is killed and started again. */
@Tag("servers")
class AcrossACrashTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String MODEL = "support-reply";
    private static final String COMPLETION =
            "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\",\"choices\":"
                    + "[{\"index\":0,\"delta\":{\"content\":\"Hello\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";

    @TempDir private Path folder;

    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void effectsHappenOnce() throws Exception {
        try (RecordingReceiver receiver = RecordingReceiver.start(StubResponse.status(204));
                PostriderProcess node = PostriderProcess.startQuick(folder, Map.of())) {
            receiver.answerBy(AcrossACrashTest::answer);
            String rule = rule(node, receiver);
            String event = event(node, "A1");
            assertThat(run(node, rule, event).path("status").asString()).isEqualTo("succeeded");
            String copied = endpoint(node);
            assertThat(publish(copied).statusCode()).isEqualTo(202);
            model(node, receiver);
            HttpResponse<String> completed = complete(node);
            assertThat(completed.body()).contains("[DONE]");
            String message = messageThatIsNotAnswered(node);
            List<String> queued = queued(node, receiver);

            node.killNine();
            node.startAgain();

            assertThat(node.getJson("/api/v1/events/" + event).path("type").asString())
                    .isEqualTo("order.paid");
            assertThat(publish(copied).statusCode()).as("a copy").isEqualTo(200);
            HttpResponse<String> again = complete(node);
            assertThat(again.body()).isEqualTo(completed.body());
            assertThat(again.headers().firstValue("Idempotent-Replayed")).hasValue("true");
            JsonNode sent =
                    await().atMost(PATIENCE)
                            .until(
                                    () -> node.getJson(message),
                                    found -> has(found, "outcome_unknown"));
            assertThat(sent.path("status").asString()).isEqualTo("read");
            String second = event(node, "A2");
            assertThat(run(node, rule, second).path("status").asString()).isEqualTo("succeeded");
            assertThat(receiver.requests())
                    .filteredOn(request -> request.text().contains("A1"))
                    .as("calls of the first run")
                    .hasSize(1);
            for (String order : queued) {
                await().atMost(PATIENCE)
                        .untilAsserted(
                                () -> assertThat(callsOf(receiver, order)).as(order).isOne());
            }
            assertThat(queued).allSatisfy(order -> assertThat(callsOf(receiver, order)).isOne());
            assertThat(receiver.requests())
                    .filteredOn(request -> request.target().startsWith("/v1/"))
                    .as("calls of the provider")
                    .hasSize(1);
        }
    }

    private static StubResponse answer(ReceivedRequest request) {
        return request.target().startsWith("/v1/")
                ? StubResponse.status(200, Map.of("Content-Type", "text/event-stream"), COMPLETION)
                : StubResponse.status(204);
    }

    /** Orders whose runs wait for one another, of which the first waits for a time. */
    private static List<String> queued(HttpNode node, RecordingReceiver receiver) throws Exception {
        String rule =
                rule(
                        node,
                        """
                        {"name":"One at a time","trigger":{"event_types":["order.packed"]},"flow":{"concurrency":{"limit":1}},
                         "actions":[{"key":"wait","type":"delay","with":{"for":"PT2S"}},
                         {"key":"call","type":"http.request","with":{"jsonata":"{'url': '%s', 'body': {'order': event.data.order_id}}"}}]}
                        """
                                .formatted(receiver.url("/packed")));
        List<String> orders = List.of("Q1", "Q2", "Q3", "Q4", "Q5", "Q6");
        for (String order : orders) {
            String _ = event(node, "order.packed", order);
        }
        String waiting = "/api/v1/automation/runs?status=queued&rule_id=" + rule;
        await().atMost(PATIENCE).until(() -> node.getJson(waiting).path("data").size() > 2);
        return orders;
    }

    private static long callsOf(RecordingReceiver receiver, String order) {
        return receiver.requests().stream()
                .filter(request -> request.target().startsWith("/packed"))
                .filter(request -> request.text().contains(order))
                .count();
    }

    private static String rule(HttpNode node, RecordingReceiver receiver) throws Exception {
        return rule(
                node,
                """
                {"name":"Thank buyers","trigger":{"event_types":["order.paid"]},
                 "actions":[{"key":"call","type":"http.request","with":{"jsonata":"{'url': '%s', 'body': {'order': event.data.order_id}}"}}]}
                """
                        .formatted(receiver.url("/crm")));
    }

    private static String rule(HttpNode node, String body) throws Exception {
        String id = made(node, "/api/v1/automation/rules", body).path("id").asString();
        HttpResponse<String> published =
                node.write(
                        "POST",
                        "/api/v1/automation/rules/" + id + "/publish",
                        "{}",
                        "If-Match",
                        "*");
        assertThat(published.statusCode()).as(published.body()).isEqualTo(200);
        return id;
    }

    private static String event(HttpNode node, String order) throws Exception {
        return event(node, "order.paid", order);
    }

    private static String event(HttpNode node, String type, String order) throws Exception {
        return made(
                        node,
                        "/api/v1/events",
                        "{\"type\":\"%s\",\"data\":{\"order_id\":\"%s\"}}".formatted(type, order))
                .at("/data/0/id")
                .asString();
    }

    private static JsonNode run(HttpNode node, String rule, String event) {
        String path = "/api/v1/automation/runs?rule_id=" + rule + "&event_id=" + event;
        return await().atMost(PATIENCE)
                .until(
                        () -> node.getJson(path).at("/data/0"),
                        run -> run.path("status").asString("").equals("succeeded"));
    }

    /** The address of an endpoint that takes one event for each order. */
    private static String endpoint(HttpNode node) throws Exception {
        return made(
                        node,
                        "/api/v1/automation/endpoints",
                        "{\"name\":\"Shop\",\"event_type\":\"shop.order\",\"dedupe\":{\"key\":[\"/order_id\"]}}")
                .path("url")
                .asString();
    }

    private HttpResponse<String> publish(String url) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(URI.create(url))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString("{\"order_id\":7}"))
                        .timeout(PATIENCE)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static void model(HttpNode node, RecordingReceiver provider) throws Exception {
        String connection =
                made(
                                node,
                                "/api/v1/model-connections",
                                "{\"name\":\"Fake\",\"base_url\":\"%s\",\"api_key\":\"sk-1\",\"timeout\":\"PT5S\"}"
                                        .formatted(provider.url("/v1")))
                        .path("id")
                        .asString();
        var _ =
                made(
                        node,
                        "/api/v1/models",
                        "{\"id\":\"%s\",\"connection_id\":\"%s\",\"upstream_model\":\"m\"}"
                                .formatted(MODEL, connection));
    }

    private static HttpResponse<String> complete(HttpNode node) throws Exception {
        return node.write(
                "POST",
                "/api/v1/chat/completions",
                "{\"model\":\"%s\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"once\"}]}"
                        .formatted(MODEL),
                "Idempotency-Key",
                "once");
    }

    /** The path of a message that the number takes and reads, without an answer to the call that sent it. */
    private static String messageThatIsNotAnswered(HttpNode node) throws Exception {
        String path = "/api/v1/messages/" + Sandbox.connected(node).text("+12025550154");
        await().atMost(PATIENCE).until(() -> has(node.getJson(path), "read"));
        return path;
    }

    private static boolean has(JsonNode message, String status) {
        return message.path("receipts")
                .valueStream()
                .anyMatch(receipt -> receipt.path("status").asString("").equals(status));
    }

    private static JsonNode made(HttpNode node, String path, String body) throws Exception {
        HttpResponse<String> response = node.post(path, body);
        assertThat(response.statusCode()).as(response.body()).isBetween(201, 202);
        return HttpNode.json(response);
    }
}
