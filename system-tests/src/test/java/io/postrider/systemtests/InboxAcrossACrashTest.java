package io.postrider.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.testkit.http.ReceivedRequest;
import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What a consumer has pulled from an inbox and acknowledged is not sent, also after the process was killed. */
@Tag("servers")
class InboxAcrossACrashTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir private Path folder;

    @Test
    void onlyWhatIsNotAcknowledgedIsSent() throws Exception {
        try (RecordingReceiver receiver = RecordingReceiver.start(StubResponse.status(204));
                PostriderProcess node = PostriderProcess.startQuick(folder, Map.of())) {
            String webhook = webhook(node, receiver);
            for (int n = 0; n < 3; n++) {
                made(node, "/api/v1/links", "{\"url\":\"https://example.com/\"}", 201);
            }
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(inbox(node, webhook)).hasSize(3));
            List<JsonNode> pulled = inbox(node, webhook);
            assertThat(pulled)
                    .extracting(entry -> entry.at("/event/type").asString(""))
                    .containsOnly("link.created");

            JsonNode acknowledged =
                    made(
                            node,
                            webhook + "/inbox/ack",
                            "{\"delivery_ids\":[\"%s\",\"%s\"]}"
                                    .formatted(id(pulled.getFirst()), id(pulled.getLast())),
                            200);
            assertThat(inbox(node, webhook)).as("read after the acknowledgement").hasSize(1);
            node.killNine();
            node.startAgain();

            assertThat(acknowledged.at("/results/1/status").asString("")).isEqualTo("acknowledged");
            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(inbox(node, webhook))
                                    .extracting(InboxAcrossACrashTest::id)
                                    .containsExactly(id(pulled.get(1))));
            made(node, webhook + "/enable", "", 200);
            // What comes behind shows that nothing came in between.
            receiver.awaitRequests(1, PATIENCE);
            made(node, "/api/v1/links", "{\"url\":\"https://example.com/\"}", 201);
            List<ReceivedRequest> requests = receiver.awaitRequests(2, PATIENCE);

            assertThat(requests).hasSize(2);
            assertThat(requests.getFirst().header("webhook-id"))
                    .hasValue(pulled.get(1).path("event_id").asString(""));
            assertThat(requests.getFirst().text())
                    .isEqualTo(pulled.get(1).path("event").toString());
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(inbox(node, webhook)).isEmpty());
            JsonNode delivery = node.getJson("/api/v1/deliveries/" + id(pulled.getFirst()));
            assertThat(delivery.path("state").asString("")).isEqualTo("delivered");
            assertThat(delivery.path("attempts").asInt(1)).isZero();
        }
    }

    private static String id(JsonNode entry) {
        return entry.path("delivery_id").asString("");
    }

    private static List<JsonNode> inbox(HttpNode node, String webhook) throws Exception {
        return node.getJson(webhook + "/inbox").path("data").valueStream().toList();
    }

    private static String webhook(HttpNode node, RecordingReceiver receiver) throws Exception {
        String body =
                "{\"url\":\"%s\",\"event_types\":[\"link.created\"],\"enabled\":false}"
                        .formatted(receiver.url("/hook"));
        return "/api/v1/webhooks/"
                + made(node, "/api/v1/webhooks", body, 201).path("id").asString("");
    }

    private static JsonNode made(HttpNode node, String path, String body, int status)
            throws Exception {
        HttpResponse<String> response = node.post(path, body);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        return HttpNode.json(response);
    }
}
