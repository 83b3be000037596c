package io.postrider.automation.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.automation.publishing.InboundHandshakeTest;
import io.postrider.schemas.EventPublished;
import io.postrider.schemas.EventRecord;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpMethod;

/** Events of CloudEvents that are posted at an endpoint. */
class EndpointCloudEventsTest {

    private static final String STRUCTURED = "application/cloudevents+json";

    @AutoClose private final TestApi api = new TestApi();
    private String path = "";

    @BeforeEach
    void anEndpoint() {
        Response made =
                api.caller()
                        .post(
                                "/api/v1/automation/endpoints",
                                "{\"name\":\"A\",\"event_type\":\"order.paid\"}");
        path = made.member("url").substring(TestApi.BASE_URL.length());
    }

    @Test
    void anEventAsADocumentHasItsDataAndTimeAndTheTypeOfTheEndpoint() {
        String body =
                """
                {"specversion":"1.0","id":"7","source":"/shop","type":"com.example.paid","time":"2026-11-19T08:00:00+01:00",
                 "subject":"1042","datacontenttype":"application/json","traceparent":"00-1","data":{"order_id":"1042"}}
                """;

        Response told = send(api.anonymous(), STRUCTURED, body);

        assertThat(told.status()).as(told.text()).isEqualTo(202);
        EventRecord event = api.published().getFirst();
        assertThat(event.header().type()).isEqualTo("order.paid");
        assertThat(event.header().time()).isEqualTo(Instant.parse("2026-11-19T07:00:00Z"));
        assertThat(event.payload())
                .isEqualTo(
                        new EventPublished(
                                "{\"order_id\":\"1042\",\"cloudevent\":{\"specversion\":\"1.0\",\"id\":\"7\",\"source\":\"/shop\","
                                        + "\"type\":\"com.example.paid\",\"time\":\"2026-11-19T08:00:00+01:00\",\"subject\":\"1042\","
                                        + "\"datacontenttype\":\"application/json\",\"traceparent\":\"00-1\"}}",
                                "url_token"));
        assertThat(send(api.anonymous(), STRUCTURED + "; charset=utf-8", body).member("id"))
                .isEqualTo(told.member("id"));
        assertThat(send(api.anonymous(), STRUCTURED, body.replace("\"7\"", "\"8\"")).member("id"))
                .isNotEqualTo(told.member("id"));
    }

    @Test
    void dataWithAMemberOfTheNameOfTheAttributesIsRefused() {
        String data = "{\"cloudevent\":{\"type\":\"forged\"}}";
        String document =
                "{\"specversion\":\"1.0\",\"id\":\"7\",\"source\":\"/s\",\"type\":\"t.u\",\"data\":"
                        + data
                        + "}";
        Caller plain = InboundHandshakeTest.sender(api);
        Caller sender = plain.with("ce-id", "7").with("ce-source", "/s");

        for (Response told :
                List.of(
                        send(plain, STRUCTURED, document),
                        send(sender, "application/json", data))) {
            assertThat(told.status()).as(told.text()).isEqualTo(422);
            assertThat(told.text()).contains("\"#/cloudevent\"", "reserved");
        }
        assertThat(api.published()).isEmpty();
    }

    @Test
    void attributesInHeadersNameTheEventAndItsTime() {
        Caller sender =
                api.anonymous()
                        .with("ce-specversion", "1.0")
                        .with("ce-type", "com.example.paid")
                        .with("ce-source", "/shop")
                        .with("ce-id", "7")
                        .with("ce-subject", "%E2%82%AC 1+1")
                        .with("ce-time", "2026-11-19T08:00:00Z");

        Response told = send(sender, "application/json", "{\"order_id\":\"1042\"}");

        assertThat(told.status()).as(told.text()).isEqualTo(202);
        EventRecord event = api.published().getFirst();
        assertThat(event.header().type()).isEqualTo("order.paid");
        assertThat(event.header().time()).isEqualTo(Instant.parse("2026-11-19T08:00:00Z"));
        assertThat(((EventPublished) Objects.requireNonNull(event.payload())).data())
                .startsWith("{\"order_id\":\"1042\",\"cloudevent\":{")
                .contains(
                        "\"type\":\"com.example.paid\"",
                        "\"source\":\"/shop\"",
                        "\"subject\":\"\u20ac 1+1\"");
        assertThat(send(sender, "application/json", "{}").member("id"))
                .isEqualTo(told.member("id"));
        assertThat(send(sender.with("ce-id", "8"), "application/json", "{}").member("id"))
                .isNotEqualTo(told.member("id"));
        assertThat(send(sender.with("ce-time", "today"), "application/json", "{}").code())
                .isEqualTo("invalid");
    }

    @Test
    void aMappingSeesTheAttributes() {
        Response made =
                api.caller()
                        .post(
                                "/api/v1/automation/endpoints",
                                "{\"name\":\"A\",\"event_type\":\"a.b\",\"mapping\":{\"jsonata\":\"{\\\"of\\\":"
                                        + " cloudevent.type}\"}}");
        path = made.member("url").substring(TestApi.BASE_URL.length());

        send(
                InboundHandshakeTest.sender(api),
                STRUCTURED,
                "{\"specversion\":\"1.0\",\"id\":\"7\",\"source\":\"/s\",\"type\":\"t.u\"}");

        assertThat(api.published().getFirst().payload())
                .isEqualTo(new EventPublished("{\"of\":\"t.u\"}", "url_token"));
    }

    @Test
    void aDocumentThatIsNoEventIsRefused() {
        assertThat(send(api.anonymous(), STRUCTURED, "{\"data\":{}}").errors())
                .containsExactly(
                        "#/specversion required",
                        "#/id required",
                        "#/source required",
                        "#/type required");
        assertThat(send(api.anonymous(), STRUCTURED, "[]").code()).isEqualTo("invalid");
        assertThat(send(api.anonymous(), STRUCTURED, "{").code()).isEqualTo("malformed_json");
        assertThat(send(api.anonymous(), "application/cloudevents-batch+json", "[]").code())
                .isEqualTo("invalid");
        assertThat(send(api.anonymous(), "application/cloudevents+avro", "[]").code())
                .isEqualTo("unsupported_media_type");
        assertThat(api.published()).isEmpty();
    }

    private Response send(Caller sender, String type, String body) {
        return sender.send(HttpMethod.POST, path, type, body.getBytes(UTF_8));
    }
}
