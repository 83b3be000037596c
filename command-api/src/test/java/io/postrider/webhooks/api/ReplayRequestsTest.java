package io.postrider.webhooks.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Response;
import io.postrider.schemas.json.Json;
import java.time.Instant;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Which replays can be asked for, and where they are found. */
class ReplayRequestsTest {

    @AutoClose private final ReplayCalls replays = new ReplayCalls();

    @Test
    void badFieldsAreNamed() {
        String webhook = replays.webhook();
        Instant later = replays.api().now().plusSeconds(60);
        ObjectNode wrong = replays.body().put("rate", 0).put("dry_run", "yes");
        wrong.withObject("/filter")
                .put("from", later.toString())
                .put("to", later.plusSeconds(1).toString())
                .put("state", "pending")
                .put("cel", "event.")
                .putArray("event_types")
                .add("link.typo");
        ObjectNode backwards = replays.body();
        backwards.withObject("/filter").put("to", replays.api().now().minusSeconds(90).toString());
        ObjectNode unknown = replays.body();
        unknown.withObject("/filter").put("states", "exhausted");
        ObjectNode foreign = replays.body();
        foreign.withObject("/filter").putArray("event_types").add("link.created").add("key.*");

        assertThat(replays.replay(webhook, Json.object()).errors())
                .containsExactly("#/filter required");
        assertThat(replays.replay(webhook, Json.object().set("filter", Json.object())).errors())
                .containsExactly("#/filter/from required");
        assertThat(replays.replay(webhook, wrong).errors())
                .containsExactlyInAnyOrder(
                        "#/filter/from out_of_range",
                        "#/filter/to out_of_range",
                        "#/filter/state invalid_value",
                        "#/filter/cel invalid_expression",
                        "#/filter/event_types/0 invalid_event_type",
                        "#/rate out_of_range",
                        "#/dry_run invalid_type");
        assertThat(replays.replay(webhook, backwards).errors())
                .containsExactly("#/filter/to out_of_range");
        assertThat(replays.replay(webhook, unknown).code()).isEqualTo("unknown_field");
        assertThat(replays.replay(narrow(), foreign).errors())
                .containsExactly("#/filter/event_types/1 not_received");
    }

    @Test
    void aCallerNeedsTheScopeOfTheTypesThatItNames() {
        String webhook = replays.webhook();
        ObjectNode named = replays.body();
        named.withObject("/filter").putArray("event_types").add("link.*");

        Response refused =
                replays.api()
                        .caller("webhooks:write")
                        .post(ReplayCalls.PATH + "/" + webhook + "/replays", named.toString());

        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.code()).isEqualTo("scope_exceeds_own");
    }

    @Test
    void aWebhookHasABoundedNumberOfReplays() {
        String webhook = replays.webhook();
        for (int i = 0; i < ReplayReplica.ACTIVE_MAX; i++) {
            replays.begin(webhook, replays.body());
        }

        Response refused = replays.replay(webhook, replays.body());

        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.code()).isEqualTo("too_many_replays");
        assertThat(replays.listed(webhook)).hasSize(ReplayReplica.ACTIVE_MAX);
    }

    @Test
    void aReplayIsFoundAtItsWebhookOnly() {
        String webhook = replays.webhook();
        String other = replays.webhook();
        String id = replays.begin(webhook, replays.body()).path("id").asString("");

        assertThat(replays.listed(webhook)).hasSize(1);
        assertThat(replays.listed(other)).isEmpty();
        assertThat(replays.api().caller().get(ReplayCalls.one(other, id)).status()).isEqualTo(404);
        assertThat(replays.api().caller().post(ReplayCalls.one(other, id) + "/cancel", "").status())
                .isEqualTo(404);
        assertThat(replays.shown(webhook, id).path("status").asString("")).isEqualTo("pending");
    }

    @Test
    void aRepeatedRequestCreatesOneReplay() {
        String webhook = replays.webhook();
        var caller = replays.api().caller().with("Idempotency-Key", "outage-7");
        String path = ReplayCalls.PATH + "/" + webhook + "/replays";

        Response first = caller.post(path, replays.body().toString());
        Response again = caller.post(path, replays.body().toString());

        assertThat(again.status()).as(again.text()).isEqualTo(202);
        assertThat(again.body().path("id")).isEqualTo(first.body().path("id"));
        assertThat(replays.listed(webhook)).hasSize(1);
    }

    /** A webhook that was saved with the scopes of links alone. */
    private String narrow() {
        return replays.api()
                .caller("webhooks:write", "links:read")
                .post(ReplayCalls.PATH, ReplayCalls.webhookBody().toString())
                .member("id");
    }
}
