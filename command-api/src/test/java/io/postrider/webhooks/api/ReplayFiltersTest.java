package io.postrider.webhooks.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Response;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Which deliveries a replay is for; a dry run counts them. */
class ReplayFiltersTest {

    @AutoClose private final ReplayCalls replays = new ReplayCalls();

    @Test
    void aDryRunCountsAndCreatesNothing() {
        String webhook = replays.webhook();
        replays.links(130);

        Response counted =
                replays.replay(webhook, replays.body().put("dry_run", true).put("rate", 1));
        Response none =
                replays.replay(
                        webhook, replays.filtered("state", "exhausted").put("dry_run", true));

        assertThat(counted.status()).as(counted.text()).isEqualTo(200);
        assertThat(counted.body().path("matched").asInt(0)).isEqualTo(130);
        assertThat(counted.body().path("complete").asBoolean(false)).isTrue();
        assertThat(none.body().path("matched").asInt(1)).isZero();
        assertThat(replays.api().bean(ReplayReplica.class).active()).isEmpty();
        assertThat(replays.listed(webhook)).isEmpty();
    }

    @Test
    void aConditionChoosesByTheEvent() throws Exception {
        String webhook = replays.webhook();
        replays.links(3);
        Response chosen =
                replays.api()
                        .caller()
                        .post(
                                "/api/v1/links",
                                "{\"url\":\"https://example.com/\",\"slug\":\"chosen\"}");
        assertThat(chosen.status()).isEqualTo(201);
        String cel = "event.data.slug == 'chosen'";

        Response counted =
                replays.replay(webhook, replays.filtered("cel", cel).put("dry_run", true));
        JsonNode ended =
                replays.finished(
                        webhook,
                        replays.begin(webhook, replays.filtered("cel", cel))
                                .path("id")
                                .asString(""));
        JsonNode failing =
                replays.finished(
                        webhook,
                        replays.begin(webhook, replays.filtered("cel", "event.data.slug > 1"))
                                .path("id")
                                .asString(""));

        assertThat(counted.body().path("matched").asInt(0)).isEqualTo(1);
        assertThat(ended.path("requested").asInt(0)).isEqualTo(1);
        assertThat(failing.path("requested").asInt(1)).isZero();
        assertThat(failing.path("skipped").asInt(0)).isEqualTo(4);
        assertThat(replays.api().requestedDeliveries()).hasSize(1);
    }

    @Test
    void typesAndTimesChooseDeliveries() throws Exception {
        String webhook = replays.webhook();
        replays.links(2);
        replays.api().advance(Duration.ofSeconds(10));
        replays.links(1);
        ObjectNode others = replays.body();
        others.withObject("/filter").putArray("event_types").add("link.deleted");
        ObjectNode early = replays.body();
        early.withObject("/filter").put("to", replays.api().now().minusSeconds(5).toString());
        ObjectNode late = replays.body();
        late.withObject("/filter").put("from", replays.api().now().minusSeconds(5).toString());

        assertThat(matched(webhook, others)).isZero();
        assertThat(matched(webhook, early)).isEqualTo(2);
        assertThat(matched(webhook, late)).isEqualTo(1);
    }

    private int matched(String webhook, ObjectNode body) {
        Response counted = replays.replay(webhook, body.put("dry_run", true));
        assertThat(counted.status()).as(counted.text()).isEqualTo(200);
        return counted.body().path("matched").asInt(-1);
    }
}
