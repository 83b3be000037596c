package io.postrider.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.schemas.json.Json;
import io.postrider.testkit.http.ReceivedRequest;
import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/** Events of callers reach webhooks, signed, and the log. */
@ExtendWith(SharedPostrider.class)
class PublishedEventsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Test
    void aPublishedEventIsDeliveredAndInTheLog(Workspace node) throws Exception {
        try (RecordingReceiver receiver = RecordingReceiver.start(StubResponse.status(204))) {
            HttpResponse<String> webhook =
                    node.post(
                            "/api/v1/webhooks",
                            "{\"url\":\"%s\",\"event_types\":[\"order.*\"]}"
                                    .formatted(receiver.url("/orders")));
            assertThat(webhook.statusCode()).as(webhook.body()).isEqualTo(201);
            String secret = HttpNode.json(webhook).path("secret").asString();

            String id = published(node, "order.paid");
            published(node, "parcel.sent");

            ReceivedRequest delivery =
                    receiver.awaitRequest(each -> each.text().contains(id), PATIENCE);
            assertThat(ForeignClients.install().verify(secret, delivery))
                    .isEqualTo("verified order.paid");
            JsonNode body = Json.mapper().readTree(delivery.text());
            assertThat(body.path("type").asString()).isEqualTo("order.paid");
            assertThat(body.at("/data/total").asDouble()).isEqualTo(129.5);
            await().atMost(PATIENCE)
                    .until(() ->
                            node.getJson("/api/v1/events?types=order.*,parcel.*")
                                            .path("data")
                                            .size()
                                    == 2);
            assertThat(node.getJson("/api/v1/events/" + id).path("type").asString())
                    .isEqualTo("order.paid");
            assertThat(receiver.requests())
                    .noneMatch(request -> request.text().contains("parcel.sent"));
        }
    }

    private static String published(HttpNode node, String type) throws Exception {
        HttpResponse<String> published =
                node.post(
                        "/api/v1/events",
                        "{\"type\":\"%s\",\"data\":{\"total\":129.5}}".formatted(type));
        assertThat(published.statusCode()).as(published.body()).isEqualTo(202);
        return HttpNode.json(published).at("/data/0/id").asString();
    }
}
