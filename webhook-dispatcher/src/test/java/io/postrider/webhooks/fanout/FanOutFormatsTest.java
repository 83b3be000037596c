package io.postrider.webhooks.fanout;

import static io.postrider.testkit.records.Records.with;
import static io.postrider.webhooks.fanout.FanOutSamples.MINE;
import static io.postrider.webhooks.fanout.FanOutSamples.NOW;
import static io.postrider.webhooks.fanout.FanOutSamples.created;
import static io.postrider.webhooks.fanout.FanOutSamples.header;
import static io.postrider.webhooks.fanout.FanOutSamples.sample;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.domain.webhooks.WebhookFormat;
import io.postrider.domain.webhooks.WebhookOptions;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventPublished;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.catalogue.EventJson;
import io.postrider.schemas.json.Json;
import io.postrider.schemas.json.Rendering;
import io.postrider.webhooks.endpoints.KnownEndpoints;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** The formats in which webhooks receive events. */
class FanOutFormatsTest {

    private static final String LINK = "lnk_00000000000050000000000005";

    private final KnownEndpoints known = new KnownEndpoints();
    private final FanOut fanOut =
            new FanOut(
                    known,
                    new EventJson(new Rendering("http://localhost:8080", "localhost")),
                    () -> NOW);

    @Test
    void theStandardFormatIsTheEvent() {
        Delivery made = delivery(WebhookFormat.STANDARD, null);

        assertThat(made.headers()).isEmpty();
        assertThat(body(made).propertyNames())
                .containsExactly("id", "type", "timestamp", "workspace", "data");
    }

    @Test
    void aThinEventHasNoData() {
        Delivery made = delivery(WebhookFormat.THIN, null);

        assertThat(made.headers()).isEmpty();
        assertThat(body(made).propertyNames())
                .containsExactly("id", "type", "timestamp", "workspace");
    }

    @Test
    void aStructuredCloudEventIsADocument() {
        Delivery made = delivery(WebhookFormat.CLOUDEVENTS_STRUCTURED, null);
        JsonNode event = body(made);

        assertThat(made.headers())
                .containsExactly(Map.entry("content-type", "application/cloudevents+json"));
        assertThat(event.path("specversion").asString()).isEqualTo("1.0");
        assertThat(event.path("id").asString()).isEqualTo(created().header().id());
        assertThat(event.path("source").asString()).isEqualTo("/postrider");
        assertThat(event.path("type").asString()).isEqualTo("link.created");
        assertThat(event.path("time").asString()).isEqualTo("2026-11-21T10:00:00.000Z");
        assertThat(event.path("subject").asString()).isEqualTo(event.at("/data/id").asString());
        assertThat(event.path("workspace").asString()).isEqualTo(MINE);
        assertThat(event.path("datacontenttype").asString()).isEqualTo("application/json");
        assertThat(event.at("/data/short_url").asString()).endsWith("/hello");
    }

    @Test
    void aBinaryCloudEventHasItsAttributesInHeaders() {
        Delivery made = delivery(WebhookFormat.CLOUDEVENTS_BINARY, null);

        assertThat(made.headers())
                .containsEntry("ce-specversion", "1.0")
                .containsEntry("ce-id", created().header().id())
                .containsEntry("ce-source", "/postrider")
                .containsEntry("ce-type", "link.created")
                .containsEntry("ce-time", "2026-11-21T10:00:00.000Z")
                .containsEntry("ce-subject", body(made).path("id").asString())
                .containsEntry("ce-workspace", MINE)
                .doesNotContainKey("content-type");
        assertThat(body(made).path("short_url").asString()).endsWith("/hello");
    }

    @Test
    void aTransformMakesTheDataOfACloudEvent() {
        String transform = "{'text': event.type}";

        assertThat(body(delivery(WebhookFormat.CLOUDEVENTS_STRUCTURED, transform)).path("data"))
                .hasToString("{\"text\":\"link.created\"}");
        Delivery binary = delivery(WebhookFormat.CLOUDEVENTS_BINARY, transform);
        assertThat(body(binary)).hasToString("{\"text\":\"link.created\"}");
        assertThat(binary.headers()).containsKey("ce-subject");
    }

    @Test
    void eachFormatIsEncodedOnce() {
        for (int n = 1; n <= 4; n++) {
            known.put(endpoint(n, n % 2 == 0 ? WebhookFormat.THIN : WebhookFormat.STANDARD, null));
        }

        List<Delivery> made = fanOut.deliveriesOf(created(), _ -> true);

        assertThat(made.stream().map(Delivery::body).distinct()).hasSize(2);
    }

    /** No member and no number of a publisher is changed on its way. */
    @ParameterizedTest
    @EnumSource(
            value = WebhookFormat.class,
            names = {"STANDARD", "CLOUDEVENTS_STRUCTURED", "CLOUDEVENTS_BINARY"})
    void thePublishedDataKeepItsOrderAndItsNumbers(WebhookFormat format) {
        String data =
                "{\"z\":1.0,\"a\":9007199254740993,\"Z\":0.10,\"b\":[1E+2,12345678901234567890123,\"\\u0000é\"],\"\":null}";
        EventHeader header = header("order.paid");
        known.put(with(endpoint(1, format, null), "eventTypes", List.of("order.*")));

        Delivery made =
                fanOut.deliveriesOf(new EventRecord(header, new EventPublished(data)), _ -> true)
                        .getFirst();

        JsonNode body = body(made);
        JsonNode sent = format == WebhookFormat.CLOUDEVENTS_BINARY ? body : body.path("data");
        assertThat(sent.propertyNames()).containsExactly("z", "a", "Z", "b", "");
        assertThat(sent.path("z").doubleValue()).isEqualTo(1.0);
        assertThat(new String(made.body(), UTF_8))
                .contains(
                        "\"z\":1.0,",
                        "\"a\":9007199254740993,",
                        "\"Z\":0.10,",
                        "12345678901234567890123,");
        assertThat(sent.at("/b/0").doubleValue()).isEqualTo(100);
        assertThat(sent.at("/b/2").asString()).isEqualTo("\0é");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "plain-1.0/~     | plain-1.0/~",
                "a b             | a%20b",
                "100%            | 100%25",
                "\"q\"           | %22q%22",
                "€😀             | %E2%82%AC%F0%9F%98%80",
            })
    void valuesOfHeadersArePercentEncoded(String value, String encoded) {
        assertThat(EncodedEvent.percentEncoded(value)).isEqualTo(encoded);
    }

    @Test
    void lineBreaksAndControlsArePercentEncoded() {
        assertThat(EncodedEvent.percentEncoded("a\r\n\0\u007f")).isEqualTo("a%0D%0A%00%7F");
    }

    @Test
    void theSubjectOfAClickIsItsLink() {
        assertThat(
                        EncodedEvent.subject(
                                Json.object()
                                        .set(
                                                "data",
                                                Json.object()
                                                        .put("id", "clk_1")
                                                        .put("link_id", LINK))))
                .contains(LINK);
        assertThat(EncodedEvent.subject(Json.object().set("data", Json.object().put("id", 7))))
                .isEmpty();
        assertThat(EncodedEvent.subject(Json.object())).isEmpty();
    }

    private Delivery delivery(WebhookFormat format, @Nullable String transform) {
        known.clear();
        known.put(endpoint(1, format, transform));
        return fanOut.deliveriesOf(created(), _ -> true).getFirst();
    }

    private static WebhookEndpoint endpoint(
            int n, WebhookFormat format, @Nullable String transform) {
        return with(
                with(
                        sample(n, MINE, "link.*", true, NOW.minusSeconds(60)),
                        "options",
                        WebhookOptions.NONE.in(format)),
                "transform",
                transform);
    }

    private static JsonNode body(Delivery delivery) {
        return Json.mapper().readTree(delivery.body());
    }
}
