package io.postrider.webhooks.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.platform.kafka.Append;
import io.postrider.schemas.json.Json;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A consumer lists the inbox of a disabled webhook and acknowledges what it has processed. */
class InboxTest {

    private static final String PATH = "/api/v1/webhooks";
    private static final String UNKNOWN = "dlv_01kb3q9d0zf2e4g6h8j1k3m5n7";

    @AutoClose private final TestApi api = new TestApi();

    @Test
    void theInboxHasTheOldestDeliveriesFirstWithTheirEvents() {
        String webhook = disabled(body());
        List<String> links = List.of(link(), link(), link());

        JsonNode first = inbox(webhook, "?limit=2");
        JsonNode second = inbox(webhook, "?limit=2&cursor=" + first.path("next_cursor").asString());

        assertThat(linksOf(first)).containsExactlyElementsOf(links.subList(0, 2));
        assertThat(linksOf(second)).containsExactly(links.get(2));
        assertThat(second.path("has_more").asBoolean(true)).isFalse();
        JsonNode entry = first.at("/data/0");
        assertThat(entry.path("state").asString()).isEqualTo("held");
        assertThat(entry.path("attempts").asInt(1)).isZero();
        assertThat(entry.at("/event/id")).isEqualTo(entry.path("event_id"));
        assertThat(entry.at("/event/type").asString()).isEqualTo("link.created");
        assertThat(entry.at("/headers/content-type").asString()).isEqualTo("application/json");
    }

    @Test
    void anEventIsInTheFormatAndByTheTransformOfTheWebhook() {
        String webhook =
                disabled(
                        body().put("format", "cloudevents_binary")
                                .put("transform", "{'link': event.data.id}"));
        String link = link();

        JsonNode entry = inbox(webhook, "").at("/data/0");
        String failing = disabled(body().put("transform", "'a text'"));
        String _ = link();
        JsonNode failed = inbox(failing, "").at("/data/0");

        assertThat(entry.path("event").toString()).isEqualTo("{\"link\":\"" + link + "\"}");
        assertThat(entry.at("/headers/ce-type").asString()).isEqualTo("link.created");
        assertThat(failed.path("event").isNull()).isTrue();
        assertThat(failed.path("error").asString()).startsWith("transform_failed: ");
    }

    @Test
    void whatIsAcknowledgedIsDeliveredWithoutAnAttemptAndLeavesTheInbox() {
        String webhook = disabled(body());
        link();
        link();
        List<String> ids = ids(inbox(webhook, ""));

        Response acknowledged = acknowledge(webhook, ids.getFirst());
        Response again = acknowledge(webhook, ids.getFirst());

        assertThat(statuses(acknowledged)).containsExactly(ids.getFirst() + " acknowledged");
        assertThat(statuses(again)).containsExactly(ids.getFirst() + " acknowledged");
        assertThat(ids(inbox(webhook, ""))).containsExactly(ids.getLast());
        Response delivery = api.caller().get("/api/v1/deliveries/" + ids.getFirst());
        assertThat(delivery.member("state")).isEqualTo("delivered");
        assertThat(delivery.member("acknowledged_at")).isEqualTo("2026-11-20T10:00:00.010Z");
        assertThat(delivery.body().path("attempts").asInt(1)).isZero();
        assertThat(
                        api.caller()
                                .get("/api/v1/deliveries/" + ids.getFirst() + "/attempts")
                                .body()
                                .path("data"))
                .isEmpty();
        Response health = api.caller().get(PATH + "/" + webhook);
        assertThat(health.body().at("/health/success_rate").isNull()).as(health.text()).isTrue();
    }

    @Test
    void eachIdHasAResultThatSaysNothingOfOthers() {
        String webhook = disabled(body());
        String other = disabled(body());
        String pushed = api.caller().post(PATH, body().toString()).member("id");
        link();
        String own = ids(inbox(webhook, "")).getFirst();
        String ofOther = ids(inbox(other, "")).getFirst();
        String delivered =
                api.caller()
                        .get(PATH + "/" + pushed + "/deliveries")
                        .body()
                        .at("/data/0/id")
                        .asString("");

        assertThat(statuses(acknowledge(webhook, ofOther, UNKNOWN, own, own)))
                .containsExactly(
                        ofOther + " not_found", UNKNOWN + " not_found", own + " acknowledged");
        assertThat(statuses(acknowledge(pushed, delivered)))
                .containsExactly(delivered + " delivered");
        assertThat(ids(inbox(other, ""))).containsExactly(ofOther);
        Response foreign =
                api.callerOf(TestApi.OTHER_WORKSPACE)
                        .post(PATH + "/" + other + "/inbox/ack", named(ofOther));
        assertThat(foreign.status()).isEqualTo(404);
        assertThat(
                        api.callerOf(TestApi.OTHER_WORKSPACE)
                                .get(PATH + "/" + other + "/inbox")
                                .status())
                .isEqualTo(404);
        assertThat(ids(inbox(other, ""))).containsExactly(ofOther);
    }

    @Test
    void aKeyThatMayNotReadTheEventNeitherSeesNorEndsItsDelivery() {
        String webhook = disabled(body());
        link();
        String delivery = ids(inbox(webhook, "")).getFirst();
        String path = PATH + "/" + webhook + "/inbox";

        Response read = api.caller("webhooks:read").get(path);
        Response ended = api.caller("webhooks:write").post(path + "/ack", named(delivery));

        assertThat(read.status()).isEqualTo(200);
        assertThat(read.body().path("data")).isEmpty();
        assertThat(statuses(ended)).containsExactly(delivery + " not_found");
        assertThat(ids(inbox(webhook, ""))).containsExactly(delivery);
        assertThat(
                        api.caller("webhooks:read", "links:read")
                                .post(path + "/ack", named(delivery))
                                .code())
                .isEqualTo("scope_missing");
    }

    @Test
    void aBodyThatIsWrongIsNamed() {
        String webhook = disabled(body());
        String path = PATH + "/" + webhook + "/inbox/ack";
        ObjectNode many = Json.object();
        for (int i = 0; i < 101; i++) {
            many.withArray("delivery_ids").add(UNKNOWN);
        }

        assertThat(api.caller().post(path, "{}").errors())
                .containsExactly("#/delivery_ids required");
        assertThat(api.caller().post(path, "{\"delivery_ids\":[]}").errors())
                .containsExactly("#/delivery_ids invalid_value");
        assertThat(api.caller().post(path, many.toString()).errors())
                .containsExactly("#/delivery_ids too_many");
        assertThat(api.caller().post(path, named(UNKNOWN, webhook)).errors())
                .containsExactly("#/delivery_ids/1 invalid_value");
        assertThat(api.caller().get(PATH + "/" + webhook + "/inbox?cursor=forged").code())
                .isEqualTo("cursor_mismatch");
    }

    @Test
    void anAcknowledgementThatIsNotCertainlyInTheLogIsToBeRepeated() {
        String webhook = disabled(body());
        link();
        String delivery = ids(inbox(webhook, "")).getFirst();
        api.publishing(Append.UNCERTAIN);

        Response uncertain = acknowledge(webhook, delivery);
        api.publishing(Append.DONE);

        assertThat(uncertain.status()).isEqualTo(503);
        assertThat(uncertain.code()).isEqualTo("log_unavailable");
        assertThat(statuses(acknowledge(webhook, delivery)))
                .containsExactly(delivery + " acknowledged");
    }

    private String link() {
        Response made = api.caller().post("/api/v1/links", "{\"url\":\"https://example.com/\"}");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        api.advance(Duration.ofMillis(5));
        return made.member("id");
    }

    private String disabled(ObjectNode body) {
        Response made = api.caller().post(PATH, body.put("enabled", false).toString());
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made.member("id");
    }

    private JsonNode inbox(String webhook, String query) {
        Response page = api.caller().get(PATH + "/" + webhook + "/inbox" + query);
        assertThat(page.status()).as(page.text()).isEqualTo(200);
        return page.body();
    }

    private static List<String> linksOf(JsonNode page) {
        return page.path("data")
                .valueStream()
                .map(entry -> entry.at("/event/data/id").asString(""))
                .toList();
    }

    private static List<String> ids(JsonNode page) {
        return page.path("data")
                .valueStream()
                .map(entry -> entry.path("delivery_id").asString(""))
                .toList();
    }

    private Response acknowledge(String webhook, String... deliveries) {
        return api.caller().post(PATH + "/" + webhook + "/inbox/ack", named(deliveries));
    }

    private static List<String> statuses(Response response) {
        assertThat(response.status()).as(response.text()).isEqualTo(200);
        return response.body()
                .path("results")
                .valueStream()
                .map(each ->
                        each.path("delivery_id").asString("")
                                + " "
                                + each.path("status").asString(""))
                .toList();
    }

    private static String named(String... deliveries) {
        ObjectNode body = Json.object();
        for (String delivery : deliveries) {
            body.withArray("delivery_ids").add(delivery);
        }
        return body.toString();
    }

    private static ObjectNode body() {
        ObjectNode body = Json.object().put("url", "https://example.com/hook");
        body.putArray("event_types").add("link.created");
        return body;
    }
}
