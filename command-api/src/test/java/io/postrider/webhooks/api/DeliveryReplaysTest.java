package io.postrider.webhooks.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Response;
import io.postrider.domain.kernel.IdKind;
import io.postrider.platform.kafka.Append;
import io.postrider.schemas.Delivery;
import io.postrider.webhooks.fanout.DeliveryIds;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Replays of deliveries; here every event of a link has been delivered to each webhook. */
class DeliveryReplaysTest {

    @AutoClose private final ReplayCalls replays = new ReplayCalls();

    @Test
    void everyDeliveryThatMatchesIsRequestedOnce() throws Exception {
        String webhook = replays.webhook();
        replays.links(250);

        JsonNode begun = replays.begin(webhook, replays.body());
        JsonNode ended = replays.finished(webhook, begun.path("id").asString(""));

        assertThat(begun.path("status").asString("")).isEqualTo("pending");
        assertThat(ended.path("status").asString("")).isEqualTo("completed");
        assertThat(ended.path("matched").asInt(0)).isEqualTo(250);
        assertThat(ended.path("requested").asInt(0)).isEqualTo(250);
        assertThat(ended.path("skipped").asInt(1)).isZero();
        assertThat(ended.path("ended_at").isNull()).isFalse();
        assertThat(replays.api().requestedDeliveries())
                .hasSize(250)
                .extracting(Delivery::id)
                .doesNotHaveDuplicates();
        assertThat(replays.api().requestedDeliveries())
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
        String webhook = replays.webhook();
        replays.links(30);

        replays.begin(webhook, replays.body().put("rate", 10));
        replays.rounds(5);
        assertThat(replays.api().requestedDeliveries()).hasSize(10);

        replays.api().advance(Duration.ofMillis(999));
        replays.rounds(5);
        assertThat(replays.api().requestedDeliveries()).hasSize(10);

        replays.api().advance(Duration.ofMillis(1));
        replays.rounds(5);
        assertThat(replays.api().requestedDeliveries()).hasSize(20);
    }

    @Test
    void aReplayContinuesAtItsRecordedPlaceUnderTheSameIds() throws Exception {
        String webhook = replays.webhook();
        replays.links(30);
        String id = replays.begin(webhook, replays.body().put("rate", 10)).path("id").asString("");
        replays.rounds(1);
        replays.api().advance(Duration.ofSeconds(6));
        replays.rounds(1);
        assertThat(replays.shown(webhook, id).path("requested").asInt(0)).isEqualTo(20);
        assertThat(replays.shown(webhook, id).path("status").asString("")).isEqualTo("running");

        replays.api().advance(Duration.ofSeconds(1));
        replays.api().publishing(Append.UNCERTAIN);
        replays.rounds(1);
        replays.api().publishing(Append.DONE);
        JsonNode ended = replays.finished(webhook, id);

        assertThat(ended.path("requested").asInt(0)).isEqualTo(30);
        List<String> ids = replays.api().requestedDeliveries().stream().map(Delivery::id).toList();
        assertThat(ids.size()).isGreaterThan(30);
        assertThat(new HashSet<>(ids)).hasSize(30);
    }

    @Test
    void aReplayWaitsWhileTheLogIsUnavailable() throws Exception {
        String webhook = replays.webhook();
        replays.links(3);
        String id = replays.begin(webhook, replays.body()).path("id").asString("");
        replays.api().publishing(Append.UNCERTAIN);
        for (int i = 0; i < 5; i++) {
            replays.rounds(2);
            replays.api().advance(Duration.ofSeconds(10));
        }
        assertThat(replays.shown(webhook, id).path("status").asString("")).isEqualTo("pending");

        replays.api().publishing(Append.DONE);
        JsonNode ended = replays.finished(webhook, id);

        assertThat(ended.path("status").asString("")).isEqualTo("completed");
        assertThat(ended.path("requested").asInt(0)).isEqualTo(3);
    }

    @Test
    void aCanceledReplayRequestsNothingMore() throws Exception {
        String webhook = replays.webhook();
        replays.links(30);
        String id = replays.begin(webhook, replays.body().put("rate", 10)).path("id").asString("");
        replays.rounds(1);

        Response canceled =
                replays.api().caller().post(ReplayCalls.one(webhook, id) + "/cancel", "");
        replays.api().advance(Duration.ofSeconds(10));
        replays.rounds(5);

        assertThat(canceled.body().path("status").asString("")).isEqualTo("canceled");
        assertThat(replays.api().requestedDeliveries()).hasSize(10);
        assertThat(replays.shown(webhook, id).path("status").asString("")).isEqualTo("canceled");
        assertThat(
                        replays.api()
                                .caller()
                                .post(ReplayCalls.one(webhook, id) + "/cancel", "")
                                .status())
                .isEqualTo(200);
    }

    @Test
    void aReplayOfADeletedWebhookFails() throws Exception {
        String webhook = replays.webhook();
        replays.links(3);
        String id = replays.begin(webhook, replays.body()).path("id").asString("");
        replays.api().caller().delete(ReplayCalls.PATH + "/" + webhook);

        JsonNode ended = replays.finished(webhook, id);

        assertThat(replays.api().requestedDeliveries()).isEmpty();
        assertThat(ended.path("status").asString("")).isEqualTo("failed");
        assertThat(ended.path("error").asString("")).isEqualTo("webhook_deleted");
    }
}
