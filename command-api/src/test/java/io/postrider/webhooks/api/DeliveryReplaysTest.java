package io.postrider.webhooks.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.domain.kernel.IdKind;
import io.postrider.platform.kafka.Append;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.json.Json;
import io.postrider.webhooks.fanout.DeliveryIds;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Replays of deliveries; here every event of a link has been delivered to each webhook. */
class DeliveryReplaysTest {

    private static final String PATH = "/api/v1/webhooks";

    @AutoClose private final TestApi api = new TestApi();

    @Test
    void everyDeliveryThatMatchesIsRequestedOnce() throws Exception {
        String webhook = webhook();
        links(250);

        JsonNode begun = begin(webhook, body());
        JsonNode ended = finished(webhook, begun.path("id").asString(""));

        assertThat(begun.path("status").asString("")).isEqualTo("pending");
        assertThat(ended.path("status").asString("")).isEqualTo("completed");
        assertThat(ended.path("matched").asInt(0)).isEqualTo(250);
        assertThat(ended.path("requested").asInt(0)).isEqualTo(250);
        assertThat(ended.path("skipped").asInt(1)).isZero();
        assertThat(ended.path("ended_at").isNull()).isFalse();
        assertThat(api.requestedDeliveries())
                .hasSize(250)
                .extracting(Delivery::id)
                .doesNotHaveDuplicates();
        assertThat(api.requestedDeliveries())
                .allSatisfy(delivery ->
                        assertThat(delivery.id())
                                .isEqualTo(
                                        DeliveryIds.derived(
                                                IdKind.RPL,
                                                begun.path("id").asString(""),
                                                delivery.eventId())));
    }

    @Test
    void theRateBoundsWhatIsRequested() throws Exception {
        String webhook = webhook();
        links(30);

        begin(webhook, body().put("rate", 10));
        rounds(5);
        assertThat(api.requestedDeliveries()).hasSize(10);

        api.advance(Duration.ofMillis(999));
        rounds(5);
        assertThat(api.requestedDeliveries()).hasSize(10);

        api.advance(Duration.ofMillis(1));
        rounds(5);
        assertThat(api.requestedDeliveries()).hasSize(20);
    }

    @Test
    void aReplayContinuesAtItsRecordedPlaceUnderTheSameIds() throws Exception {
        String webhook = webhook();
        links(30);
        String id = begin(webhook, body().put("rate", 10)).path("id").asString("");
        rounds(1);
        api.advance(Duration.ofSeconds(6));
        rounds(1);
        assertThat(shown(webhook, id).path("requested").asInt(0)).isEqualTo(20);
        assertThat(shown(webhook, id).path("status").asString("")).isEqualTo("running");

        api.advance(Duration.ofSeconds(1));
        api.publishing(Append.UNCERTAIN);
        rounds(1);
        api.publishing(Append.DONE);
        JsonNode ended = finished(webhook, id);

        assertThat(ended.path("requested").asInt(0)).isEqualTo(30);
        List<String> ids = api.requestedDeliveries().stream().map(Delivery::id).toList();
        assertThat(ids.size()).isGreaterThan(30);
        assertThat(new HashSet<>(ids)).hasSize(30);
    }

    @Test
    void aReplayWaitsWhileTheLogIsUnavailable() throws Exception {
        String webhook = webhook();
        links(3);
        String id = begin(webhook, body()).path("id").asString("");
        api.publishing(Append.UNCERTAIN);
        for (int i = 0; i < 5; i++) {
            rounds(2);
            api.advance(Duration.ofSeconds(10));
        }
        assertThat(shown(webhook, id).path("status").asString("")).isEqualTo("pending");

        api.publishing(Append.DONE);
        JsonNode ended = finished(webhook, id);

        assertThat(ended.path("status").asString("")).isEqualTo("completed");
        assertThat(ended.path("requested").asInt(0)).isEqualTo(3);
    }

    @Test
    void aCanceledReplayRequestsNothingMore() throws Exception {
        String webhook = webhook();
        links(30);
        String id = begin(webhook, body().put("rate", 10)).path("id").asString("");
        rounds(1);

        Response canceled = api.caller().post(one(webhook, id) + "/cancel", "");
        api.advance(Duration.ofSeconds(10));
        rounds(5);

        assertThat(canceled.body().path("status").asString("")).isEqualTo("canceled");
        assertThat(api.requestedDeliveries()).hasSize(10);
        assertThat(shown(webhook, id).path("status").asString("")).isEqualTo("canceled");
        assertThat(api.caller().post(one(webhook, id) + "/cancel", "").status()).isEqualTo(200);
    }

    @Test
    void aReplayOfADeletedWebhookFails() throws Exception {
        String webhook = webhook();
        links(3);
        String id = begin(webhook, body()).path("id").asString("");
        api.caller().delete(PATH + "/" + webhook);

        JsonNode ended = finished(webhook, id);

        assertThat(api.requestedDeliveries()).isEmpty();
        assertThat(ended.path("status").asString("")).isEqualTo("failed");
        assertThat(ended.path("error").asString("")).isEqualTo("webhook_deleted");
    }

    @Test
    void aDryRunCountsAndCreatesNothing() {
        String webhook = webhook();
        links(130);

        Response counted = replay(webhook, body().put("dry_run", true).put("rate", 1));
        Response none = replay(webhook, filtered("state", "exhausted").put("dry_run", true));

        assertThat(counted.status()).as(counted.text()).isEqualTo(200);
        assertThat(counted.body().path("matched").asInt(0)).isEqualTo(130);
        assertThat(counted.body().path("complete").asBoolean(false)).isTrue();
        assertThat(none.body().path("matched").asInt(1)).isZero();
        assertThat(api.bean(ReplayReplica.class).active()).isEmpty();
        assertThat(listed(webhook)).isEmpty();
    }

    @Test
    void aConditionChoosesByTheEvent() throws Exception {
        String webhook = webhook();
        links(3);
        Response chosen =
                api.caller()
                        .post(
                                "/api/v1/links",
                                "{\"url\":\"https://example.com/\",\"slug\":\"chosen\"}");
        assertThat(chosen.status()).isEqualTo(201);
        String cel = "event.data.slug == 'chosen'";

        Response counted = replay(webhook, filtered("cel", cel).put("dry_run", true));
        JsonNode ended =
                finished(webhook, begin(webhook, filtered("cel", cel)).path("id").asString(""));
        JsonNode failing =
                finished(
                        webhook,
                        begin(webhook, filtered("cel", "event.data.slug > 1"))
                                .path("id")
                                .asString(""));

        assertThat(counted.body().path("matched").asInt(0)).isEqualTo(1);
        assertThat(ended.path("requested").asInt(0)).isEqualTo(1);
        assertThat(failing.path("requested").asInt(1)).isZero();
        assertThat(failing.path("skipped").asInt(0)).isEqualTo(4);
        assertThat(api.requestedDeliveries()).hasSize(1);
    }

    @Test
    void typesAndTimesChooseDeliveries() throws Exception {
        String webhook = webhook();
        links(2);
        api.advance(Duration.ofSeconds(10));
        links(1);
        ObjectNode others = body();
        others.withObject("/filter").putArray("event_types").add("link.deleted");
        ObjectNode early = body();
        early.withObject("/filter").put("to", api.now().minusSeconds(5).toString());
        ObjectNode late = body();
        late.withObject("/filter").put("from", api.now().minusSeconds(5).toString());

        assertThat(matched(webhook, others)).isZero();
        assertThat(matched(webhook, early)).isEqualTo(2);
        assertThat(matched(webhook, late)).isEqualTo(1);
    }

    private int matched(String webhook, ObjectNode body) {
        Response counted = replay(webhook, body.put("dry_run", true));
        assertThat(counted.status()).as(counted.text()).isEqualTo(200);
        return counted.body().path("matched").asInt(-1);
    }

    @Test
    void badFieldsAreNamed() {
        String webhook = webhook();
        Instant later = api.now().plusSeconds(60);
        ObjectNode wrong = body().put("rate", 0).put("dry_run", "yes");
        wrong.withObject("/filter")
                .put("from", later.toString())
                .put("to", later.plusSeconds(1).toString())
                .put("state", "pending")
                .put("cel", "event.")
                .putArray("event_types")
                .add("link.typo");
        ObjectNode backwards = body();
        backwards.withObject("/filter").put("to", api.now().minusSeconds(90).toString());
        ObjectNode unknown = body();
        unknown.withObject("/filter").put("states", "exhausted");
        ObjectNode foreign = body();
        foreign.withObject("/filter").putArray("event_types").add("link.created").add("key.*");

        assertThat(replay(webhook, Json.object()).errors()).containsExactly("#/filter required");
        assertThat(replay(webhook, Json.object().set("filter", Json.object())).errors())
                .containsExactly("#/filter/from required");
        assertThat(replay(webhook, wrong).errors())
                .containsExactlyInAnyOrder(
                        "#/filter/from out_of_range",
                        "#/filter/to out_of_range",
                        "#/filter/state invalid_value",
                        "#/filter/cel invalid_expression",
                        "#/filter/event_types/0 invalid_event_type",
                        "#/rate out_of_range",
                        "#/dry_run invalid_type");
        assertThat(replay(webhook, backwards).errors()).containsExactly("#/filter/to out_of_range");
        assertThat(replay(webhook, unknown).code()).isEqualTo("unknown_field");
        assertThat(replay(narrow(), foreign).errors())
                .containsExactly("#/filter/event_types/1 not_received");
    }

    /** A webhook that was saved with the scopes of links alone. */
    private String narrow() {
        return api.caller("webhooks:write", "links:read")
                .post(PATH, webhookBody().toString())
                .member("id");
    }

    @Test
    void aCallerNeedsTheScopeOfTheTypesThatItNames() {
        String webhook = webhook();
        ObjectNode named = body();
        named.withObject("/filter").putArray("event_types").add("link.*");

        Response refused =
                api.caller("webhooks:write")
                        .post(PATH + "/" + webhook + "/replays", named.toString());

        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.code()).isEqualTo("scope_exceeds_own");
    }

    @Test
    void aWebhookHasABoundedNumberOfReplays() {
        String webhook = webhook();
        for (int i = 0; i < ReplayReplica.ACTIVE_MAX; i++) {
            begin(webhook, body());
        }

        Response refused = replay(webhook, body());

        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.code()).isEqualTo("too_many_replays");
        assertThat(listed(webhook)).hasSize(ReplayReplica.ACTIVE_MAX);
    }

    @Test
    void aReplayIsFoundAtItsWebhookOnly() {
        String webhook = webhook();
        String other = webhook();
        String id = begin(webhook, body()).path("id").asString("");

        assertThat(listed(webhook)).hasSize(1);
        assertThat(listed(other)).isEmpty();
        assertThat(api.caller().get(one(other, id)).status()).isEqualTo(404);
        assertThat(api.caller().post(one(other, id) + "/cancel", "").status()).isEqualTo(404);
        assertThat(shown(webhook, id).path("status").asString("")).isEqualTo("pending");
    }

    @Test
    void aRepeatedRequestCreatesOneReplay() {
        String webhook = webhook();
        var caller = api.caller().with("Idempotency-Key", "outage-7");
        String path = PATH + "/" + webhook + "/replays";

        Response first = caller.post(path, body().toString());
        Response again = caller.post(path, body().toString());

        assertThat(again.status()).as(again.text()).isEqualTo(202);
        assertThat(again.body().path("id")).isEqualTo(first.body().path("id"));
        assertThat(listed(webhook)).hasSize(1);
    }

    private List<JsonNode> listed(String webhook) {
        Response page = api.caller().get(PATH + "/" + webhook + "/replays");
        assertThat(page.status()).as(page.text()).isEqualTo(200);
        return page.body().path("data").valueStream().toList();
    }

    private ObjectNode filtered(String name, String value) {
        ObjectNode body = body();
        body.withObject("/filter").put(name, value);
        return body;
    }

    private static ObjectNode webhookBody() {
        ObjectNode body = Json.object().put("url", "https://example.com/hook");
        body.putArray("event_types").add("link.created");
        return body;
    }

    private Response replay(String webhook, ObjectNode body) {
        return api.caller().post(PATH + "/" + webhook + "/replays", body.toString());
    }

    private String webhook() {
        return api.caller().post(PATH, webhookBody().toString()).member("id");
    }

    private void links(int count) {
        for (int i = 0; i < count; i++) {
            Response made =
                    api.caller().post("/api/v1/links", "{\"url\":\"https://example.com/\"}");
            assertThat(made.status()).as(made.text()).isEqualTo(201);
        }
    }

    private JsonNode begin(String webhook, ObjectNode body) {
        Response begun = replay(webhook, body);
        assertThat(begun.status()).as(begun.text()).isEqualTo(202);
        return begun.body();
    }

    private void rounds(int count) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            api.bean(ReplayRunner.class).round();
        }
    }

    private JsonNode finished(String webhook, String id) throws InterruptedException {
        for (int i = 0; i < 50 && !api.bean(ReplayReplica.class).active().isEmpty(); i++) {
            rounds(1);
            api.advance(Duration.ofSeconds(1));
        }
        return shown(webhook, id);
    }

    private JsonNode shown(String webhook, String id) {
        Response shown = api.caller().get(one(webhook, id));
        assertThat(shown.status()).as(shown.text()).isEqualTo(200);
        return shown.body();
    }

    private static String one(String webhook, String id) {
        return PATH + "/" + webhook + "/replays/" + id;
    }

    private ObjectNode body() {
        ObjectNode body = Json.object();
        body.putObject("filter").put("from", api.now().minusSeconds(60).toString());
        return body;
    }
}
