package io.postrider.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/** A receiver fails and recovers, which its webhook and the event log show. */
@ExtendWith(SharedPostrider.class)
class WebhookHealthTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int FAILURES = 25;

    @Test
    void aReceiverThatFailsAndRecoversIsShownAndReported(Workspace postrider) throws Exception {
        try (RecordingReceiver receiver = RecordingReceiver.start(StubResponse.status(500))) {
            String body =
                    "{\"url\":\""
                            + receiver.url("/hook")
                            + "\",\"event_types\":[\"link.created\"]}";
            String id =
                    HttpNode.json(postrider.post("/api/v1/webhooks", body)).path("id").asString("");
            String webhook = "/api/v1/webhooks/" + id;
            assertThat(state(postrider, webhook)).isEqualTo("idle");
            for (int i = 0; i < FAILURES; i++) {
                link(postrider);
            }
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(state(postrider, webhook)).isEqualTo("failing"));
            JsonNode failing = postrider.getJson(webhook).path("health");
            assertThat(failing.path("last_error").asString("")).isEqualTo("status_not_2xx");
            assertThat(failing.path("disables_at").asString("")).isNotEmpty();

            int before = receiver.requests().size();
            receiver.answerWith(StubResponse.status(204));
            postrider.post(webhook + "/test", "{}");
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(state(postrider, webhook)).isEqualTo("healthy"));
            receiver.awaitRequests(before + 1 + FAILURES, PATIENCE);
            assertThat(types(postrider)).containsOnlyOnce("webhook.failing", "webhook.recovered");
            JsonNode totals =
                    postrider.getJson("/api/v1/webhooks/stats?group_by=error").path("totals");
            assertThat(totals.path("failed").asInt(0)).isGreaterThanOrEqualTo(20);
            postrider.write("DELETE", webhook, "");
        }
    }

    private static String state(Workspace postrider, String webhook) throws Exception {
        return postrider.getJson(webhook).at("/health/state").asString("");
    }

    private static void link(Workspace postrider) throws Exception {
        postrider.post("/api/v1/links", "{\"url\":\"https://www.example.com/\"}");
    }

    private static List<String> types(Workspace postrider) throws Exception {
        return postrider
                .getJson("/api/v1/events?types=webhook.failing,webhook.recovered&limit=100")
                .path("data")
                .valueStream()
                .map(event -> event.path("type").asString(""))
                .toList();
    }
}
