package io.postrider.webhooks.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.json.Json;
import io.postrider.webhooks.fanout.DeliveryIds;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Which events a call replays; nothing is delivered here, so every one is missing. */
class ReplayMissingTest {

    private static final String PATH = "/api/v1/webhooks";

    @AutoClose private final TestApi api = new TestApi();

    @Test
    void eachEventIsReplayedOnceUnderTheIdOfTheFanOut() {
        links(120);
        String webhook = create(body());

        List<Response> calls = replayed(webhook, since(Instant.EPOCH));

        assertThat(calls)
                .extracting(call -> call.body().path("replayed").asInt(0))
                .containsExactly(100, 20);
        assertThat(api.requestedDeliveries())
                .extracting(Delivery::id)
                .doesNotHaveDuplicates()
                .hasSize(120);
        assertThat(api.requestedDeliveries())
                .allSatisfy(delivery ->
                        assertThat(delivery.id())
                                .isEqualTo(DeliveryIds.of(delivery.eventId(), webhook)));
        List<String> first = api.requestedDeliveries().stream().map(Delivery::id).toList();

        replayed(webhook, since(Instant.EPOCH));

        assertThat(api.requestedDeliveries().subList(120, 240))
                .extracting(Delivery::id)
                .containsExactlyInAnyOrderElementsOf(first);
    }

    @Test
    void theSpanBoundsWhatIsReplayed() {
        links(2);
        String webhook = create(body());
        Instant later = Instant.now().plusSeconds(3_600);

        Response none = replay(webhook, since(later));
        Response before =
                replay(
                        webhook,
                        since(Instant.EPOCH).put("until", Instant.EPOCH.plusSeconds(1).toString()));

        assertThat(none.body().path("replayed").asInt(1)).isZero();
        assertThat(none.body().path("has_more").asBoolean(true)).isFalse();
        assertThat(before.body().path("replayed").asInt(1)).isZero();
        assertThat(api.requestedDeliveries()).isEmpty();
    }

    @Test
    void whatTheWebhookDoesNotReceiveIsNotReplayed() {
        links(2);

        Response filtered = replay(create(body().put("filter", "false")), since(Instant.EPOCH));
        Response failing =
                replay(
                        create(body().put("filter", "event.data.short_url > 1")),
                        since(Instant.EPOCH));
        Response unusable =
                replay(create(body().put("transform", "'a text'")), since(Instant.EPOCH));

        assertThat(filtered.body().path("skipped").asInt(1)).isZero();
        assertThat(failing.body().path("skipped").asInt(0)).isEqualTo(2);
        assertThat(unusable.body().path("skipped").asInt(0)).isEqualTo(2);
        assertThat(api.requestedDeliveries()).isEmpty();
    }

    @Test
    void aSpanOrCursorThatIsWrongIsNamed() {
        String webhook = create(body());

        Response backwards =
                replay(webhook, since(Instant.now()).put("until", Instant.EPOCH.toString()));
        Response forged = replay(webhook, since(Instant.EPOCH).put("cursor", "forged"));

        assertThat(replay(webhook, Json.object()).errors()).containsExactly("#/since required");
        assertThat(backwards.errors()).containsExactly("#/until out_of_range");
        assertThat(forged.status()).isEqualTo(400);
        assertThat(forged.code()).isEqualTo("cursor_mismatch");
    }

    private void links(int count) {
        for (int i = 0; i < count; i++) {
            Response made =
                    api.caller().post("/api/v1/links", "{\"url\":\"https://example.com/\"}");
            assertThat(made.status()).as(made.text()).isEqualTo(201);
        }
    }

    private String create(ObjectNode body) {
        return api.caller().post(PATH, body.toString()).member("id");
    }

    private List<Response> replayed(String webhook, ObjectNode body) {
        List<Response> calls = new ArrayList<>();
        do {
            Response call = replay(webhook, body);
            assertThat(call.status()).as(call.text()).isEqualTo(202);
            calls.add(call);
            body.set("cursor", call.body().path("next_cursor"));
        } while (calls.getLast().body().path("has_more").asBoolean(false));
        return calls;
    }

    private Response replay(String webhook, ObjectNode body) {
        return api.caller().post(PATH + "/" + webhook + "/replay-missing", body.toString());
    }

    private static ObjectNode since(Instant time) {
        return Json.object().put("since", time.toString());
    }

    private static ObjectNode body() {
        ObjectNode body = Json.object().put("url", "https://example.com/hook");
        body.putArray("event_types").add("link.created");
        return body;
    }
}
