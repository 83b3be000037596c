package io.postrider.webhooks.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.schemas.json.Json;
import io.postrider.testkit.claims.Verifies;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** The headers that callers add to the requests of a webhook. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WebhookHeadersTest {

    private static final String PATH = "/api/v1/webhooks";

    private TestApi api;

    @BeforeAll
    void start() {
        api = new TestApi();
    }

    @AfterAll
    void stop() {
        api.close();
    }

    @Test
    @Verifies("webhook-headers")
    void valuesAreMaskedAndInNoCommandOrEvent() {
        Response made = create("Authorization", "Bearer planted-1\tx");
        String path = PATH + "/" + made.member("id");

        assertThat(made.status()).as(made.text()).isEqualTo(201);
        assertThat(shown(made)).isEqualTo("{\"authorization\":\"***\"}");
        assertThat(shown(api.caller().get(path))).isEqualTo("{\"authorization\":\"***\"}");
        Response more = api.caller().patch(path, "{\"headers\":{\"X-Team\":\"planted-2\"}}");
        assertThat(shown(more)).isEqualTo("{\"authorization\":\"***\",\"x-team\":\"***\"}");
        Response fewer = api.caller().patch(path, "{\"headers\":{\"AUTHORIZATION\":null}}");
        assertThat(shown(fewer)).isEqualTo("{\"x-team\":\"***\"}");
        assertThat(shown(api.caller().patch(path, "{\"headers\":null}"))).isEqualTo("{}");
        assertThat(api.log().commands().toString() + api.log().events())
                .contains("x-team")
                .doesNotContain("planted");
    }

    @Test
    @Verifies("webhook-headers")
    void aMaskIsNoValue() {
        String path = PATH + "/" + create("X-Key", "planted-3").member("id");

        Response told = api.caller().patch(path, "{\"headers\":{\"X-Key\":\"***\"}}");

        assertThat(told.status()).isEqualTo(422);
        assertThat(told.errors()).containsExactly("#/headers/X-Key secret_required");
        assertThat(create("X-Key", "***").errors())
                .containsExactly("#/headers/X-Key secret_required");
    }

    @Test
    @Verifies({"webhook-headers", "sent-secrets"})
    void aWebhookThatIsMovedToAnotherServerNeedsItsHeadersAgain() {
        String path = PATH + "/" + create("X-Key", "planted-4").member("id");

        assertThat(api.caller().patch(path, url("https://hooks.example.com/other")).status())
                .isEqualTo(200);
        for (String other :
                new String[] {"https://evil.example.com/in", "https://hooks.example.com:8443/in"}) {
            Response told = api.caller().patch(path, url(other));
            assertThat(told.status()).isEqualTo(422);
            assertThat(told.errors()).containsExactly("#/url secret_required");
        }
        ObjectNode whole = Json.object().put("url", "https://new.example.com/");
        whole.putObject("headers").put("x-key", "planted-5");
        assertThat(api.caller().patch(path, whole.toString()).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Host",
                "Content-Length",
                "Content-Type",
                "Transfer-Encoding",
                "TE",
                "Trailer",
                "Connection",
                "Keep-Alive",
                "Upgrade",
                "Expect",
                "Proxy-Authorization",
                "Webhook-Id",
                "Ce-Id",
                "Traceparent"
            })
    @Verifies("caller-headers")
    void whatPostriderSetsIsRejectedInAnyCase(String name) {
        for (String written :
                new String[] {name, name.toLowerCase(Locale.ROOT), name.toUpperCase(Locale.ROOT)}) {
            assertThat(create(written, "x").errors())
                    .containsExactly("#/headers/" + written + " header_reserved");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\r\nb: c", "a\nb", "a\rb", "a\0b", "é", "a\r\n b", " a", "a\t"})
    void aValueStaysOnItsLine(String value) {
        Response told = create("X-A", value);

        assertThat(told.status()).isEqualTo(422);
        assertThat(told.errors()).containsExactly("#/headers/X-A header_value_invalid");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a:b", "a\r\nb", "a\0", "é", "a(b)", " a"})
    void aNameIsAToken(String name) {
        Response told = create(name, "x");

        assertThat(told.status()).isEqualTo(422);
        assertThat(told.body().path("errors").path(0).path("code").asString(""))
                .isEqualTo("header_name_invalid");
    }

    @Test
    void lengthsAndNumberAreLimited() {
        assertThat(create("x-" + "n".repeat(62), "v".repeat(1_024)).status()).isEqualTo(201);
        assertThat(create("x-" + "n".repeat(63), "v").errors())
                .containsExactly("#/headers/x-" + "n".repeat(63) + " header_name_invalid");
        assertThat(create("X-A", "v".repeat(1_025)).errors())
                .containsExactly("#/headers/X-A header_value_too_long");
        assertThat(create("X-A", "v".repeat(4_097)).errors())
                .containsExactly("#/headers/X-A header_value_too_long");
        ObjectNode many = webhook();
        IntStream.range(0, 21).forEach(i -> many.withObject("/headers").put("x-" + i, "v"));
        assertThat(api.caller().post(PATH, many.toString()).errors())
                .containsExactly("#/headers too_many_headers");
        ObjectNode twice = webhook();
        twice.putObject("headers").put("x-a", "1").put("X-A", "2");
        assertThat(api.caller().post(PATH, twice.toString()).errors())
                .containsExactly("#/headers/X-A header_repeated");
    }

    @Test
    void headersAreAnObjectOfTexts() {
        for (Map.Entry<String, String> wrong :
                Map.of("[]", "#/headers", "{\"x-a\":1}", "#/headers/x-a").entrySet()) {
            ObjectNode body = webhook();
            body.set("headers", Json.mapper().readTree(wrong.getKey()));
            assertThat(api.caller().post(PATH, body.toString()).errors())
                    .containsExactly(wrong.getValue() + " invalid_type");
        }
    }

    private Response create(String name, String value) {
        ObjectNode body = webhook();
        body.putObject("headers").put(name, value);
        return api.caller().post(PATH, body.toString());
    }

    private static ObjectNode webhook() {
        ObjectNode body = Json.object().put("url", "https://hooks.example.com/in");
        body.putArray("event_types").add("link.*");
        return body;
    }

    private static String url(String url) {
        return Json.object().put("url", url).toString();
    }

    private static String shown(Response webhook) {
        return webhook.body().path("headers").toString();
    }
}
