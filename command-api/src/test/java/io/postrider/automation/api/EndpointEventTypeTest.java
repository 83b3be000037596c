package io.postrider.automation.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.automation.publishing.InboundHandshakeTest;
import io.postrider.schemas.EventPublished;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.json.Json;
import io.postrider.testkit.claims.Verifies;
import java.util.Objects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpMethod;
import tools.jackson.databind.JsonNode;

/** The type of an event by an expression of its endpoint. */
class EndpointEventTypeTest {

    private static final String ENDPOINTS = "/api/v1/automation/endpoints";
    private static final String OF_GITHUB = "'github.' + headers['x-github-event']";

    @AutoClose private final TestApi api = new TestApi();
    private final Caller outside = InboundHandshakeTest.sender(api);

    @Test
    @Verifies("publishing-endpoints")
    void theExpressionSeesHeaders() {
        Response made = created(cel(OF_GITHUB));
        Caller github = outside.with("X-GitHub-Event", "pull_request");

        Response told = github.post(path(made), "{\"n\":1}");

        assertThat(told.status()).as(told.text()).isEqualTo(202);
        assertThat(told.member("type")).isEqualTo("github.pull_request");
        assertThat(api.published().getFirst().header().type()).isEqualTo("github.pull_request");
        assertThat(made.body().path("event_type"))
                .isEqualTo(Json.object().put("cel", OF_GITHUB).putNull("default"));
        assertThat(github.post(path(made).replace("?", "/test?"), "{}").member("type"))
                .isEqualTo("github.pull_request");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "body.kind + '.' + string(body.n) | order.7",
                "cloudevent.type | com.example.paid",
                "'shop.' + headers['x-topic'].replace('/', '_') | shop.orders_create",
                "has(body.missing) ? 'a.b' : 'c.d' | c.d"
            })
    void theExpressionSeesBodyAndCloudEvents(String expression, String type) {
        Caller sender =
                outside.with("ce-id", "1")
                        .with("ce-type", "com.example.paid")
                        .with("X-Topic", "orders/create");

        Response told = sender.post(path(created(cel(expression))), "{\"kind\":\"order\",\"n\":7}");

        assertThat(told.member("type")).as(told.text()).isEqualTo(type);
    }

    @Test
    void eachEntryOfABatchHasItsType() {
        String path = path(created(cel("cloudevent.type"))) + "&batch=true";
        String entry = "{\"specversion\":\"1.0\",\"id\":\"%s\",\"source\":\"/s\",\"type\":\"%s\"}";

        Response told =
                outside.send(
                        HttpMethod.POST,
                        path,
                        "application/cloudevents-batch+json",
                        ("[" + entry.formatted("1", "a.b") + "," + entry.formatted("2", "X") + "]")
                                .getBytes(UTF_8));

        assertThat(told.body().path("data").findValuesAsString("status"))
                .as(told.text())
                .containsExactly("202", "422");
        assertThat(told.body().at("/data/0/type").asString()).isEqualTo("a.b");
        assertThat(told.body().at("/data/1/code").asString()).isEqualTo("event_type_failed");
    }

    /** The groups of the service cannot be published from outside. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "push",
                "Push.Made",
                "link.created",
                "automation.endpoint.rejected",
                "a.b c",
                "a..b",
                ".",
                "*",
                "a.*"
            })
    void invalidTypesAreRejectedAndListed(String made) {
        Response told =
                outside.with("X-Kind", made)
                        .post(path(created(cel("headers['x-kind']"))), "{\"n\":1}");

        assertThat(told.status()).as(told.text()).isEqualTo(422);
        assertThat(told.code()).isEqualTo("event_type_failed");
        assertThat(told.member("detail")).contains(made);
        assertThat(api.published()).isEmpty();
        assertThat(rejected(0)).contains("event_type_failed", "{\\\"n\\\":1}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "headers['x-missing']",
                "body.n",
                "body",
                "body.text + body.n",
                "'a.' + body.long",
                "body.many.exists(a, body.many.exists(b, body.many.exists(c, c == 7))) ? 'a.b' : 'c.d'"
            })
    void anExpressionThatFailsRefusesTheRequestAndNothingElse(String expression) {
        String many = "[" + "1,".repeat(900) + "1]";
        String body =
                "{\"n\":1,\"text\":\"t\",\"many\":"
                        + many
                        + ",\"long\":\""
                        + "x".repeat(300)
                        + "\"}";

        Response told = outside.post(path(created(cel(expression))), body);

        assertThat(told.status()).as(told.text()).isEqualTo(422);
        assertThat(told.code()).isEqualTo("event_type_failed");
        assertThat(told.member("detail").length()).isLessThan(700);
        assertThat(api.rejected()).hasSize(1);
    }

    @Test
    void theDefaultIsTakenWhereTheExpressionMakesNoType() {
        Response made = created("{\"cel\":\"headers['x-kind']\",\"default\":\"shop.other\"}");

        Response told = outside.post(path(made), "{}");

        assertThat(told.status()).as(told.text()).isEqualTo(202);
        assertThat(told.member("type")).isEqualTo("shop.other");
        assertThat(told.body().at("/warnings/0/code").asString()).isEqualTo("event_type_failed");
        assertThat(outside.with("X-Kind", "shop.own").post(path(made), "{}").member("type"))
                .isEqualTo("shop.own");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "{\"cel\":\"'a.\"} | #/event_type/cel invalid_expression",
                "{\"cel\":\"event.type\"} | #/event_type/cel invalid_expression",
                "{\"cel\":\"1 + 1\"} | #/event_type/cel invalid_expression",
                "{\"cel\":\"\"} | #/event_type/cel invalid_length",
                "{\"cel\":null} | #/event_type/cel not_nullable",
                "{\"cel\":7} | #/event_type/cel invalid_type",
                "{} | #/event_type/cel required",
                "{\"cel\":\"'a.b'\",\"default\":\"link.created\"} | #/event_type/default reserved_type",
                "{\"cel\":\"'a.b'\",\"const\":\"a.b\"} | #/event_type/const unknown_field",
                "[\"a.b\"] | #/event_type invalid_type",
                "7 | #/event_type invalid_type"
            })
    void errorsAreNamed(String type, String error) {
        assertThat(create(type).errors()).containsExactly(error);
    }

    @Test
    void aChangeKeepsOtherFields() {
        Response made = created("\"order.paid\"");
        String endpoint = ENDPOINTS + "/" + made.member("id");

        assertThat(patched(endpoint, "{\"default\":\"a.b\"}").errors())
                .containsExactly("#/event_type/cel required");
        assertThat(type(patched(endpoint, cel("body.type"))))
                .isEqualTo(Json.object().put("cel", "body.type").putNull("default"));
        assertThat(type(patched(endpoint, "{\"default\":\"a.b\"}")))
                .isEqualTo(Json.object().put("cel", "body.type").put("default", "a.b"));
        assertThat(type(patched(endpoint, cel("body.kind"))))
                .isEqualTo(Json.object().put("cel", "body.kind").put("default", "a.b"));
        assertThat(type(patched(endpoint, "\"c.d\"")).asString()).isEqualTo("c.d");
        assertThat(outside.post(path(made), "{\"kind\":\"e.f\"}").member("type")).isEqualTo("c.d");
    }

    @Test
    void acceptedRequestsAreListedWhateverTheirType() {
        Response made = created(cel("body.kind"));
        outside.post(path(made), "{\"kind\":\"a.b\"}");
        outside.post(path(made), "{\"kind\":\"c.d\"}");
        outside.post(path(made), "{\"kind\":\"e\"}");
        api.log().happen(api.published());
        api.log().happen(api.rejected());
        String endpoint = ENDPOINTS + "/" + made.member("id");

        Response accepted = api.caller().get(endpoint + "/deliveries?outcome=accepted");
        Response rejected = api.caller().get(endpoint + "/deliveries?outcome=rejected");

        assertThat(accepted.body().path("data").findValuesAsString("event_type"))
                .as(accepted.text())
                .containsExactly("c.d", "a.b");
        assertThat(rejected.body().at("/data/0/problem/code").asString())
                .isEqualTo("event_type_failed");
        assertThat(api.caller().post(endpoint + "/infer-schema").body().path("samples").asInt())
                .isEqualTo(2);
    }

    private static String cel(String expression) {
        return Json.object().put("cel", expression).toString();
    }

    private static JsonNode type(Response told) {
        assertThat(told.status()).as(told.text()).isEqualTo(200);
        return told.body().path("event_type");
    }

    private String rejected(int number) {
        EventRecord event = api.rejected().get(number);
        return ((EventPublished) Objects.requireNonNull(event.payload())).data();
    }

    private Response patched(String endpoint, String type) {
        return api.caller().with("If-Match", "*").patch(endpoint, "{\"event_type\":" + type + "}");
    }

    private Response create(String type) {
        return api.caller().post(ENDPOINTS, "{\"name\":\"Orders\",\"event_type\":" + type + "}");
    }

    private Response created(String type) {
        Response made = create(type);
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made;
    }

    private static String path(Response made) {
        return made.member("url").substring(TestApi.BASE_URL.length());
    }
}
