package io.postrider.automation.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.platform.reads.QueryResult;
import io.postrider.platform.secrets.HmacSha256;
import io.postrider.schemas.EventPublished;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Objects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From where endpoints take requests, and what counts as one event. */
class EndpointIntakeTest {

    private static final String ENDPOINTS = "/api/v1/automation/endpoints";

    @AutoClose private final TestApi api = new TestApi();
    private final Caller caller = api.caller();
    private final Caller outside = api.anonymous();

    @Test
    void theSameKeyIsTheSameEvent() {
        String path = path(created("\"dedupe\":{\"key\":[\"/order/id\"]}"));

        Response first = outside.post(path, "{\"order\":{\"id\":7},\"try\":1}");
        Response again = outside.post(path, "{\"order\":{\"id\":7},\"try\":2}");
        Response other = outside.post(path, "{\"order\":{\"id\":8}}");
        Response nameless = outside.post(path, "{\"try\":3}");

        assertThat(first.status()).isEqualTo(202);
        assertThat(first.body().path("duplicate").asBoolean()).isFalse();
        assertThat(again.status()).as(again.text()).isEqualTo(200);
        assertThat(again.body().path("duplicate").asBoolean()).isTrue();
        assertThat(again.member("id")).isEqualTo(first.member("id"));
        assertThat(other.status()).isEqualTo(202);
        assertThat(nameless.status()).isEqualTo(202);
        assertThat(api.published()).hasSize(3);
    }

    /** What a member or a header means is known of the sender whose proofs the endpoint takes alone. */
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "\"event_id\":\"concert-7\" | Accept",
                "\"object\":\"event\",\"id\":\"concert-7\" | Accept",
                "\"n\":1 | X-GitHub-Delivery",
                "\"n\":1 | X-Shopify-Webhook-Id",
                "\"n\":1 | webhook-id",
                "\"n\":1 | svix-id"
            })
    void membersOfOtherSendersAreNoId(String member, String header) {
        String path = path(created("\"metadata\":{}"));
        Caller sender = outside.with(header, "*/*");

        assertThat(sender.post(path, "{" + member + ",\"attendee\":\"a\"}").status())
                .isEqualTo(202);
        Response second = sender.post(path, "{" + member + ",\"attendee\":\"b\"}");

        assertThat(second.status()).as(second.text()).isEqualTo(202);
        assertThat(api.published()).hasSize(2);
    }

    @Test
    void anIdempotencyKeyNamesEachEntryOfABatch() {
        String path = path(created("\"metadata\":{}")) + "&batch=true";
        Caller sender = outside.with("Idempotency-Key", "batch-1");

        Response first = sender.post(path, "[{\"n\":1},{\"n\":2}]");
        Response again = sender.post(path, "[{\"n\":1},{\"n\":2}]");

        assertThat(first.body().path("data").findValuesAsString("status"))
                .containsExactly("202", "202");
        assertThat(again.body().path("data").findValuesAsString("status"))
                .containsExactly("200", "200");
        assertThat(api.published()).hasSize(2);
    }

    @Test
    void anIdempotencyKeyIsForOneBody() {
        String path = path(created("\"metadata\":{}"));
        Caller sender = outside.with("Idempotency-Key", "k-1");

        assertThat(sender.post(path, "{\"n\":1}").status()).isEqualTo(202);
        Response other = sender.post(path, "{\"n\":2}");

        assertThat(other.status()).isEqualTo(422);
        assertThat(other.code()).isEqualTo("idempotency_key_reused");
        assertThat(data(0)).contains("idempotency_key_reused", "{\\\"n\\\":2}");
        assertThat(sender.post(path, "{\"n\":1}").status()).isEqualTo(200);
        assertThat(api.published()).hasSize(1);
    }

    @Test
    void aDuplicateHasItsBodyAndTheFirstEvent() {
        String path = path(created("\"dedupe\":{\"key\":[\"/id\"]}"));

        Response first = outside.post(path, "{\"id\":7,\"try\":1}");
        outside.post(path, "{\"id\":7,\"try\":2}");

        assertThat(api.eventsOf(EventPublished.DUPLICATE))
                .singleElement()
                .satisfies(event ->
                        assertThat(String.valueOf(event.payload()))
                                .contains(
                                        "\"event_id\":\"" + first.member("id") + "\"",
                                        "\\\"try\\\":2"));
    }

    /** The sender of a named event sends it again; one without a name cannot be an event of before. */
    @Test
    void aNamedEventWaitsForTheReadModels() {
        String path = path(created("\"dedupe\":{\"key\":[\"/id\"]}"));
        api.reads().answerInstead(new QueryResult.Unavailable());

        Response named = outside.post(path, "{\"id\":7}");
        Response nameless = outside.post(path, "{\"n\":1}");
        api.reads().answerInstead(null);

        assertThat(named.status()).as(named.text()).isEqualTo(503);
        assertThat(named.code()).isEqualTo("reads_unavailable");
        assertThat(named.header("Retry-After")).isEqualTo("1");
        assertThat(nameless.status()).isEqualTo(202);
        assertThat(outside.post(path, "{\"id\":7}").status()).isEqualTo(202);
        assertThat(api.published()).hasSize(2);
    }

    @Test
    void pagesOfOtherOriginsAreTurnedAway() {
        String path = path(created("\"allowed_origins\":[\"https://shop.example.com\"]"));

        Response own = outside.with("Origin", "https://shop.example.com").post(path, "{}");
        assertThat(own.status()).as(own.text()).isEqualTo(202);
        assertThat(own.header("Access-Control-Allow-Origin")).isEqualTo("https://shop.example.com");
        assertThat(outside.with("Origin", "https://evil.example").post(path, "{}").code())
                .isEqualTo("origin_not_allowed");
        assertThat(outside.post(path, "{}").status()).isEqualTo(202);
    }

    @Test
    void addressesThatAreNotAllowedAreTurnedAway() {
        String path = path(created("\"allowed_addresses\":[\"192.0.2.0/24\"]"));

        assertThat(outside.post(path, "{}").code()).isEqualTo("address_not_allowed");
        assertThat(api.published()).isEmpty();
        assertThat(data(0)).contains("address_not_allowed");
    }

    @ParameterizedTest
    @CsvSource({"hex,sha256=,true", "base64,'',true", "hex,'',false"})
    void aSignatureOfItsOwnIsVerified(String encoding, String prefix, boolean right) {
        String path =
                path(
                        created(
                                "\"auth\":\"custom\",\"secret\":\"s3cret\",\"signature\":{\"header\":\"X-Shop\",\"encoding\":\""
                                        + encoding
                                        + "\",\"prefix\":\""
                                        + prefix
                                        + "\"}"));
        byte[] code = HmacSha256.of("s3cret".getBytes(UTF_8), "{}".getBytes(UTF_8));
        String text =
                encoding.equals("hex")
                        ? HexFormat.of().formatHex(code)
                        : Base64.getEncoder().encodeToString(code);

        Response told = outside.with("X-Shop", (right ? prefix : "0") + text).post(path, "{}");

        assertThat(told.status()).as(told.text()).isEqualTo(right ? 202 : 401);
    }

    @Test
    void customNeedsToSayWhereTheSignatureIs() {
        Response told = create("\"auth\":\"custom\",\"secret\":\"s3cret\"");

        assertThat(told.errors()).containsExactly("#/signature required");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "\"response\":\"later\" | #/response invalid_value",
                "\"dedupe\":{\"key\":[\"order_id\"]} | #/dedupe/key/0 invalid_value",
                "\"allowed_origins\":[\"shop.example.com\"] | #/allowed_origins/0 invalid_value",
                "\"allowed_addresses\":[\"example.com\"] | #/allowed_addresses/0 invalid_value",
                "\"signature\":{\"header\":\"a b\"} | #/signature/header invalid_value"
            })
    void errorsAreNamed(String members, String error) {
        assertThat(create(members).errors()).containsExactly(error);
    }

    @Test
    void eachEntryOfABatchHasItsResult() {
        Response made =
                created(
                        "\"schema\":{\"mode\":\"enforce\",\"json_schema\":{\"required\":[\"order_id\"]}}");

        Response told =
                outside.post(
                        path(made) + "&batch=true",
                        "[{\"order_id\":1},{\"total\":2},{\"order_id\":3}]");

        assertThat(told.status()).as(told.text()).isEqualTo(207);
        assertThat(told.body().path("data").findValuesAsString("status"))
                .containsExactly("202", "422", "202");
        assertThat(told.body().at("/data/1/code").asString()).isEqualTo("schema_mismatch");
        assertThat(api.published()).hasSize(2);
        assertThat(api.rejected()).hasSize(1);
        assertThat(outside.post(path(made) + "&batch=true", "{}").errors())
                .containsExactly("# invalid_type");
    }

    @Test
    void aRefusedBodyIsKeptWithoutItsProof() {
        Response made =
                created(
                        "\"auth\":\"header\",\"secret\":\"X-Shop:"
                                + " s3cret\",\"schema\":{\"mode\":\"enforce\",\"json_schema\":{\"required\":[\"order_id\"]}}");
        Caller shop = outside.with("X-Shop", "s3cret");

        assertThat(shop.post(path(made), "{\"total\":1}").status()).isEqualTo(422);
        assertThat(shop.post(path(made), "{\"total\"").status()).isEqualTo(400);
        assertThat(outside.post(path(made), "{\"total\":1}").status()).isEqualTo(401);

        assertThat(api.rejected()).hasSize(3);
        assertThat(data(2)).contains("endpoint_auth_failed").doesNotContain("total");
        assertThat(data(0)).contains("schema_mismatch", "order_id").doesNotContain("s3cret");
        assertThat(data(1)).contains("malformed_json", "{\\\"total\\\"");
    }

    @Test
    void aTryPublishesNothing() {
        Response made = created("\"mapping\":{\"jsonata\":\"{\\\"id\\\": body.n}\"}");
        String path = path(made).replace("?", "/test?");

        Response told = outside.post(path, "{\"n\":5}");

        assertThat(told.status()).as(told.text()).isEqualTo(200);
        assertThat(told.body().at("/data/id").asInt()).isEqualTo(5);
        assertThat(api.published()).isEmpty();
        assertThat(outside.post(path.replace("token=", "token=x"), "{}").status()).isEqualTo(401);
    }

    private String data(int number) {
        return ((EventPublished) Objects.requireNonNull(api.rejected().get(number).payload()))
                .data();
    }

    private Response create(String members) {
        return caller.post(
                ENDPOINTS, "{\"name\":\"Orders\",\"event_type\":\"order.paid\"," + members + "}");
    }

    private Response created(String members) {
        Response made = create(members);
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made;
    }

    private static String path(Response made) {
        String url = made.member("url");
        return url.substring(url.indexOf("/api/v1/"));
    }
}
