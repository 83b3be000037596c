package io.postrider.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.testkit.http.ReceivedRequest;
import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/** A receiver breaks, and its owner finds the reason, repairs it, and recovers the missed events. */
@ExtendWith(SharedPostrider.class)
class WebhookRepairTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final RecordingReceiver receiver = RecordingReceiver.start(StubResponse.status(204));
    private Workspace postrider;
    private String webhook;

    @BeforeEach
    void subscribe(Workspace workspace) throws Exception {
        postrider = workspace;
        webhook = subscribed(receiver);
    }

    private String subscribed(RecordingReceiver by) throws Exception {
        return "/api/v1/webhooks/"
                + post(
                                "/api/v1/webhooks",
                                "{\"url\":\""
                                        + by.url("/hook")
                                        + "\",\"event_types\":[\"link.created\"]}",
                                201)
                        .path("id")
                        .asString("");
    }

    @AfterEach
    void unsubscribe() throws Exception {
        postrider.write("DELETE", webhook, "");
        receiver.close();
    }

    @Test
    void aTestReturnsTheReceiversResponseAndIsNotRepeated() throws Exception {
        JsonNode good = post(webhook + "/test", "{}", 200);
        receiver.answerWith(StubResponse.status(503));
        JsonNode bad = post(webhook + "/test", "{\"event_type\":\"link.deleted\"}", 200);

        assertThat(good.path("event_type").asString("")).isEqualTo("link.created");
        assertThat(good.at("/attempt/status_code").asInt(0)).isEqualTo(204);
        assertThat(bad.at("/attempt/status_code").asInt(0)).isEqualTo(503);
        assertThat(bad.at("/attempt/outcome").asString("")).isEqualTo("exhausted");
        assertThat(receiver.requests()).hasSize(2);
        JsonNode delivery =
                postrider.getJson("/api/v1/deliveries/" + bad.path("delivery_id").asString(""));
        assertThat(delivery.path("test").asBoolean(false)).isTrue();
        assertThat(delivery.path("state").asString("")).isEqualTo("exhausted");
    }

    @Test
    void aDeliveryIsResentUnderTheIdOfItsEventAsOftenAsItIsAskedFor() throws Exception {
        link();
        receiver.awaitRequests(1, PATIENCE);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(listed("delivered")).hasSize(1));
        String delivery = listed("delivered").getFirst().path("id").asString("");

        JsonNode again =
                postWithKey("/api/v1/deliveries/" + delivery + "/resend", "resend-" + delivery);
        JsonNode same =
                postWithKey("/api/v1/deliveries/" + delivery + "/resend", "resend-" + delivery);
        List<ReceivedRequest> requests = receiver.awaitRequests(2, PATIENCE);

        assertThat(same.path("id")).isEqualTo(again.path("id"));
        assertThat(requests.stream().map(each -> each.header("webhook-id")).distinct()).hasSize(1);
        assertThat(requests.get(1).text()).isEqualTo(requests.getFirst().text());
        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(
                                        postrider
                                                .getJson(
                                                        "/api/v1/deliveries/"
                                                                + again.path("id").asString(""))
                                                .path("state")
                                                .asString(""))
                                .isEqualTo("delivered"));
    }

    @Test
    void failedDeliveriesAreRecoveredOnce() throws Exception {
        Instant before = Instant.now().minusSeconds(60);
        receiver.answerWith(StubResponse.status(410));
        link();
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(listed("exhausted")).hasSize(1));
        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(postrider.getJson(webhook).path("disabled_reason").asString(""))
                                .isEqualTo("receiver_gone"));
        receiver.answerWith(StubResponse.status(204));
        post(webhook + "/enable", "", 200);

        JsonNode first = post(webhook + "/recover", "{\"since\":\"" + before + "\"}", 202);
        receiver.awaitRequests(2, PATIENCE);
        post(webhook + "/recover", "{\"since\":\"" + before + "\"}", 202);
        JsonNode later =
                post(
                        webhook + "/recover",
                        "{\"since\":\"" + Instant.now().plusSeconds(3600) + "\"}",
                        202);
        // What comes behind shows that nothing came in between.
        link();
        List<ReceivedRequest> requests = receiver.awaitRequests(3, PATIENCE);

        assertThat(first.path("recovered").asInt(0)).isEqualTo(1);
        assertThat(first.path("has_more").asBoolean(true)).isFalse();
        assertThat(later.path("recovered").asInt(1)).isZero();
        assertThat(requests.get(1).header("webhook-id"))
                .isEqualTo(requests.getFirst().header("webhook-id"));
        assertThat(requests.get(2).header("webhook-id"))
                .isNotEqualTo(requests.getFirst().header("webhook-id"));
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(listed("delivered")).hasSize(2));
    }

    @Test
    void anExplanationSaysWhyAnEventWasDeliveredAndWhyItIsNot() throws Exception {
        String event = linkEvent();

        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(
                                        post(webhook + "/explain", named(event), 200)
                                                .at("/delivery/state")
                                                .asString(""))
                                .isEqualTo("delivered"));
        JsonNode delivered = post(webhook + "/explain", named(event), 200);
        postrider.write("PATCH", webhook, "{\"filter\":\"event.data.short_url > 1\"}");
        JsonNode failing = post(webhook + "/explain", named(event), 200);
        post(webhook + "/disable", "", 200);
        JsonNode disabled = post(webhook + "/explain", named(event), 200);

        assertThat(delivered.path("would_deliver").asBoolean(false)).isTrue();
        assertThat(delivered.at("/body/id").asString("")).isEqualTo(event);
        assertThat(failing.path("would_deliver").asBoolean(true)).isFalse();
        assertThat(failing.at("/checks/4/detail").asString("")).startsWith("filter_failed: ");
        assertThat(disabled.at("/checks/0/holds").asBoolean(true)).isFalse();
        assertThat(disabled.at("/checks/0/detail").asString("")).contains("by_caller");
    }

    @Test
    void whatIsNoEventOfTheWorkspaceIsNotExplained() throws Exception {
        JsonNode absent = post(webhook + "/explain", "{}", 422);
        JsonNode other = post(webhook + "/explain", named("lnk_01kb3q9d0zf2e4g6h8j1k3m5n7"), 422);
        post(webhook + "/explain", named("evt_01kb3q9d0zf2e4g6h8j1k3m5n7"), 404);

        assertThat(absent.at("/errors/0/pointer").asString("")).isEqualTo("#/event_id");
        assertThat(other.at("/errors/0/pointer").asString("")).isEqualTo("#/event_id");
    }

    @Test
    void aWebhookThatIsCreatedLaterGetsTheEventsThatItHasNoDeliveryOf() throws Exception {
        Instant before = Instant.now();
        link();
        link();
        // The fan-out is past them, so that they are for no webhook of later.
        receiver.awaitRequests(2, PATIENCE);
        try (RecordingReceiver late = RecordingReceiver.start(StubResponse.status(204))) {
            String later = subscribed(late);
            link();
            late.awaitRequests(1, PATIENCE);
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(listed(later, "delivered")).hasSize(1));
            String since = "{\"since\":\"" + before + "\"}";

            JsonNode first = post(later + "/replay-missing", since, 202);
            late.awaitRequests(3, PATIENCE);
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(listed(later, "delivered")).hasSize(3));
            JsonNode second = post(later + "/replay-missing", since, 202);
            // What comes behind shows that nothing came in between.
            link();
            List<ReceivedRequest> requests = late.awaitRequests(4, PATIENCE);

            assertThat(first.path("replayed").asInt(0)).isEqualTo(2);
            assertThat(first.path("skipped").asInt(1)).isZero();
            assertThat(first.path("has_more").asBoolean(true)).isFalse();
            assertThat(second.path("replayed").asInt(1)).isZero();
            assertThat(requests.stream().map(each -> each.header("webhook-id")))
                    .doesNotHaveDuplicates();
            postrider.write("DELETE", later, "");
        }
    }

    @Test
    void aDisabledWebhookIsNotTested() throws Exception {
        post(webhook + "/disable", "", 200);

        JsonNode refused = post(webhook + "/test", "{}", 409);

        assertThat(refused.path("code").asString("")).isEqualTo("webhook_disabled");
        assertThat(receiver.requests()).isEmpty();
    }

    private String link() throws Exception {
        return post("/api/v1/links", "{\"url\":\"https://example.com/\"}", 201)
                .path("id")
                .asString("");
    }

    /** The id of the event of a new link. */
    private String linkEvent() throws Exception {
        String link = link();
        AtomicReference<String> event = new AtomicReference<>("");
        await().atMost(PATIENCE)
                .untilAsserted(() -> {
                    JsonNode newest =
                            postrider.getJson("/api/v1/events?types=link.created").at("/data/0");
                    assertThat(newest.at("/data/id").asString("")).isEqualTo(link);
                    event.set(newest.path("id").asString(""));
                });
        return event.get();
    }

    private static String named(String event) {
        return "{\"event_id\":\"" + event + "\"}";
    }

    private List<JsonNode> listed(String state) throws Exception {
        return listed(webhook, state);
    }

    private List<JsonNode> listed(String of, String state) throws Exception {
        return postrider
                .getJson(of + "/deliveries?state=" + state)
                .path("data")
                .valueStream()
                .toList();
    }

    private JsonNode post(String path, String body, int status) throws Exception {
        return answered(postrider.post(path, body), status);
    }

    private JsonNode postWithKey(String path, String key) throws Exception {
        return answered(postrider.write("POST", path, "", "Idempotency-Key", key), 202);
    }

    private static JsonNode answered(HttpResponse<String> response, int status) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        return HttpNode.json(response);
    }
}
