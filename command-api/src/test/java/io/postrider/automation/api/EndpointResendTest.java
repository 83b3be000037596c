package io.postrider.automation.api;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.automation.publishing.InboundHandshakeTest;
import io.postrider.schemas.EventPublished;
import java.util.Objects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.HttpMethod;

/** A refused request is taken again exactly as it was, or not at all. */
class EndpointResendTest {

    private static final String ENDPOINTS = "/api/v1/automation/endpoints";
    private static final String STRICT =
            "\"schema\":{\"mode\":\"enforce\",\"json_schema\":{\"required\":[\"never\"]}}";
    private static final String EVENT =
            "{\"specversion\":\"1.0\",\"id\":\"7\",\"source\":\"/s\",\"type\":\"t.u\",\"ext\":\"e\",\"data\":{\"n\":1}}";

    @AutoClose private final TestApi api = new TestApi();
    private final Caller sender = InboundHandshakeTest.sender(api);

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "application/json | {\"a\" : [1.50, \"\\u00fc\"]}",
                "application/json | [1]",
                "application/x-www-form-urlencoded | a=1&a=2&b=&c=%7B",
                "text/plain | \u00fc { \\\" }",
                "application/cloudevents+json | " + EVENT,
                "multipart/form-data; boundary=x | --x~Content-Disposition: form-data; name=\"f\"; filename=\"a\"~~\u00ff\u0000~--x--"
            })
    void rejectedRequestsAreSentAgain(String type, String body) {
        byte[] bytes =
                body.replace("~", "\r\n")
                        .getBytes(type.startsWith("multipart") ? ISO_8859_1 : UTF_8);
        Response strict = created(STRICT);
        assertThat(post(path(strict), type, bytes).code()).isEqualTo("schema_mismatch");

        Response again = resent(strict);

        assertThat(again.status()).as(again.text()).isEqualTo(202);
        String taken = data();
        assertThat(post(path(created("\"metadata\":{}")), type, bytes).status()).isEqualTo(202);
        assertThat(taken).isEqualTo(data());
    }

    @Test
    void attributesInHeadersAreTakenAgain() {
        Response strict = created(STRICT);
        Caller cloud = sender.with("ce-id", "7").with("ce-type", "t.u").with("ce-source", "/s");
        cloud.post(path(strict), "{\"n\":1}");

        Response again = resent(strict);

        assertThat(data()).contains("\"cloudevent\":{", "\"type\":\"t.u\"");
        assertThat(cloud.post(path(strict), "{\"n\":1}").member("id"))
                .isEqualTo(again.member("id"));
    }

    /** In place of one event of the whole list, or of one that is named as another entry. */
    @Test
    void anEntryOfAListIsTakenAgainAsThatEntry() {
        Response strict = created(STRICT.replace("never", "n"));
        Caller keyed = sender.with("Idempotency-Key", "k");
        String list = "[{\"n\":1},{\"m\":2.50}]";
        keyed.post(path(strict) + "&batch=true", list);

        Response again = resent(strict);

        assertThat(again.status()).as(again.text()).isEqualTo(202);
        assertThat(data()).isEqualTo("{\"m\":2.5}");
        Response all = keyed.post(path(strict) + "&batch=true", list);
        assertThat(all.body().path("data").findValuesAsString("status"))
                .containsExactly("200", "200");
    }

    @Test
    void anEntryOfCloudEventsIsListedAndTakenAgain() {
        Response strict = created(STRICT);
        String type = "application/cloudevents-batch+json";
        post(path(strict), type, ("[" + EVENT + ",{\"id\":\"8\"}]").getBytes(UTF_8));

        assertThat(api.rejected()).hasSize(2);
        int unread = payload(0).contains("\"index\":1") ? 0 : 1;
        assertThat(payload(unread)).contains("#/specversion", "{\\\"id\\\":\\\"8\\\"}");
        assertThat(resent(strict, unread).code()).isEqualTo("invalid");
        assertThat(resent(strict, 1 - unread).status()).isEqualTo(202);
        assertThat(data()).contains("\"n\":1", "\"ext\":\"e\"");
    }

    @Test
    void aListThatCouldNotBeReadIsNoEvent() {
        Response made = created("\"metadata\":{}");
        sender.post(path(made) + "&batch=true", "{\"n\":1}");

        Response again = resent(made);

        assertThat(again.code()).isEqualTo("invalid");
        assertThat(api.published()).isEmpty();
    }

    @Test
    void aBodyThatIsKeptInPartIsNotTakenAgain() {
        Response strict = created(STRICT);
        sender.post(path(strict), "{\"long\":\"" + "x".repeat(33 << 10) + "\"}");

        Response again = resent(strict);

        assertThat(again.status()).isEqualTo(409);
        assertThat(again.code()).isEqualTo("delivery_incomplete");
        assertThat(again.member("detail")).contains("32 KiB");
        assertThat(api.published()).isEmpty();
    }

    @Test
    void requestsThatNeedAnUnstoredHeaderAreNotResent() {
        Caller gitlab = sender.with("X-Gitlab-Token", "planted");
        Response mapped =
                created(
                        STRICT
                                + ",\"mapping\":{\"jsonata\":\"{\\\"t\\\": headers.`x-gitlab-token`}\"}");
        gitlab.post(path(mapped), "{\"n\":1}");

        assertThat(resent(mapped).code()).isEqualTo("delivery_incomplete");
        assertThat(resent(mapped).member("detail")).contains("x-gitlab-token");
        assertThat(api.rejected().toString()).doesNotContain("planted");
        Response plain = created(STRICT);
        gitlab.post(path(plain), "{\"n\":1}");
        assertThat(resent(plain, 1).status()).isEqualTo(202);
    }

    private Response resent(Response made) {
        return resent(made, 0);
    }

    /** Takes a refused request again, now that the endpoint has no schema. */
    private Response resent(Response made, int number) {
        String endpoint = ENDPOINTS + "/" + made.member("id");
        api.caller().with("If-Match", "*").patch(endpoint, "{\"schema\":null}");
        api.log().happen(api.rejected());
        String id = api.rejected().get(number).header().id();
        return api.caller().post(endpoint + "/deliveries/" + id + "/resend");
    }

    private String payload(int number) {
        return String.valueOf(api.rejected().get(number).payload());
    }

    private String data() {
        return ((EventPublished) Objects.requireNonNull(api.published().getLast().payload()))
                .data();
    }

    private Response post(String path, String type, byte[] body) {
        return sender.send(HttpMethod.POST, path, type, body);
    }

    private Response created(String members) {
        Response made =
                api.caller()
                        .post(ENDPOINTS, "{\"name\":\"A\",\"event_type\":\"a.b\"," + members + "}");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made;
    }

    private static String path(Response made) {
        return made.member("url").substring(TestApi.BASE_URL.length());
    }
}
