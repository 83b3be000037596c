package io.postrider.webhooks.fanout;

import static io.postrider.testkit.records.Records.with;
import static io.postrider.webhooks.fanout.FanOutSamples.MINE;
import static io.postrider.webhooks.fanout.FanOutSamples.NOW;
import static io.postrider.webhooks.fanout.FanOutSamples.created;
import static io.postrider.webhooks.fanout.FanOutSamples.sample;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.catalogue.EventJson;
import io.postrider.schemas.json.Json;
import io.postrider.schemas.json.Rendering;
import io.postrider.webhooks.endpoints.KnownEndpoints;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Which events the filter of a webhook lets through, and what its transform makes of them. */
class FanOutExpressionsTest {

    private static final WebhookEndpoint PLAIN =
            sample(1, MINE, "link.*", true, NOW.minusSeconds(60));

    private final KnownEndpoints known = new KnownEndpoints();
    private final FanOut fanOut =
            new FanOut(
                    known,
                    new EventJson(new Rendering("http://localhost:8080", "localhost")),
                    () -> NOW);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "true",
                "event.type == 'link.created'",
                "event.data.short_url.endsWith('/hello') && event.timestamp.startsWith('2026-')",
                "event.workspace.startsWith('ws_') && event.id.startsWith('evt_')",
                "!has(event.data.missing) || event.data.missing > 1"
            })
    void anEventForWhichTheFilterIsTrueIsDelivered(String filter) {
        assertThat(deliveries(filter, null)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "false",
                "event.type == 'link.deleted'",
                "has(event.data.missing)",
                "event.data.missing > 1"
            })
    void anEventForWhichTheFilterIsFalseIsNotDelivered(String filter) {
        assertThat(deliveries(filter, null)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"event.data.short_url", "event.data.short_url > 1", "no longer valid"})
    void anEventForWhichTheFilterFailsIsHeld(String filter) {
        assertThat(deliveries(filter, null))
                .singleElement()
                .satisfies(held -> {
                    assertThat(held.body()).isEmpty();
                    assertThat(held.failure()).startsWith("filter_failed: ");
                });
    }

    @Test
    void theFilterOfOneWebhookSaysNothingOfAnother() {
        known.put(with(PLAIN, "filter", "event.data.missing > 1"));
        WebhookEndpoint other = sample(2, MINE, "link.*", true, NOW.minusSeconds(60));
        known.put(other);

        assertThat(fanOut.deliveriesOf(created(), _ -> true))
                .extracting(Delivery::endpoint)
                .containsExactly(other.id());
    }

    @Test
    void aStricterFilterStillReceivesEventsAcceptedBefore() {
        known.put(PLAIN);
        known.put(filteredAt("false", NOW));
        assertThat(fanOut.deliveriesOf(created(), _ -> true)).hasSize(1);

        known.clear();
        known.put(PLAIN);
        known.put(filteredAt("false", NOW.minusMillis(1)));
        assertThat(fanOut.deliveriesOf(created(), _ -> true)).isEmpty();
    }

    @Test
    void aWeakerFilterDoesNotReceiveEventsAcceptedLongBefore() {
        known.put(with(PLAIN, "filter", "false"));
        known.put(filteredAt(null, NOW.plusSeconds(60)));

        assertThat(fanOut.deliveriesOf(created(), _ -> true)).isEmpty();
    }

    @Test
    void aTransformMakesTheBody() {
        String transform = "{'text': event.type & ' ' & event.data.short_url, 'n': 1 + 1}";

        Delivery made = deliveries(null, transform).getFirst();

        assertThat(new String(made.body(), UTF_8))
                .isEqualTo("{\"text\":\"link.created http://localhost:8080/hello\",\"n\":2}");
        assertThat(made.eventId()).isEqualTo(created().header().id());
    }

    @Test
    void aTransformIsForItsWebhookAlone() {
        known.put(with(PLAIN, "transform", "{'text': 'changed'}"));
        known.put(sample(2, MINE, "link.*", true, NOW.minusSeconds(60)));

        List<Delivery> made = fanOut.deliveriesOf(created(), _ -> true);

        assertThat(body(made.getFirst()).path("text").asString()).isEqualTo("changed");
        assertThat(body(made.getLast()).path("type").asString()).isEqualTo("link.created");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "$error('no')",
                "event.data.missing",
                "'a text'",
                "[event]",
                "event.data.short_url + 1",
                "{no longer valid"
            })
    void anEventWhoseTransformMakesNoBodyIsHeldAndNotSentAsItIs(String transform) {
        assertThat(deliveries(null, transform))
                .singleElement()
                .satisfies(held -> {
                    assertThat(held.body()).isEmpty();
                    assertThat(held.failure()).startsWith("transform_failed: ");
                });
    }

    @Test
    void aBodyThatIsTooLargeIsNotSent() {
        int longest = Expressions.BODY_BYTES_MAX - "{'text':''}".length();

        assertThat(deliveries(null, text(longest)).getFirst().body())
                .hasSize(Expressions.BODY_BYTES_MAX);
        assertThat(deliveries(null, text(longest + 1)).getFirst().failure())
                .isEqualTo("transform_failed: The result has at most 256 KiB as JSON.");
    }

    @Test
    void theFilterSeesTheEventAndNotWhatTheTransformMakesOfIt() {
        List<Delivery> made = deliveries("event.type == 'link.created'", "{'type': 'other'}");

        assertThat(body(made.getFirst()).path("type").asString()).isEqualTo("other");
    }

    private List<Delivery> deliveries(@Nullable String filter, @Nullable String transform) {
        known.clear();
        known.put(with(with(PLAIN, "filter", filter), "transform", transform));
        return fanOut.deliveriesOf(created(), _ -> true);
    }

    private static String text(int length) {
        String thousandth = "x".repeat(length / 1_000);
        String rest = "x".repeat(length % 1_000);
        return "{'text': $join([1..1000].('" + thousandth + "')) & '" + rest + "'}";
    }

    private static WebhookEndpoint filteredAt(@Nullable String filter, Instant at) {
        return with(with(PLAIN, "filter", filter), "updatedAt", at);
    }

    private static JsonNode body(Delivery delivery) {
        return Json.mapper().readTree(delivery.body());
    }
}
