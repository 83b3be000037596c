package io.postrider.automation.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.schemas.EventPublished;
import io.postrider.schemas.json.Json;
import java.util.Objects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpMethod;

/** What the data of an endpoint's events is made of, and held against. */
class EndpointDataTest {

    private static final String ENDPOINTS = "/api/v1/automation/endpoints";
    private static final String SCHEMA =
            """
            "json_schema":{"type":"object","required":["order_id"],"properties":{"order_id":{"type":"string"},
            "lines":{"items":{"$ref":"#/$defs/line"}}},"$defs":{"line":{"required":["sku"],"properties":{"sku":{"pattern":"^[A-Z]+$"}}}}}
            """;

    @AutoClose private final TestApi api = new TestApi();
    private final Caller caller = api.caller();
    private final Caller outside = api.anonymous();
    private final Caller any = caller.with("If-Match", "*");

    @Test
    void aMappingMakesTheDataOfBodyAndHeaders() {
        Response made =
                mapped(
                        "{\\\"order_id\\\": body.id, \\\"topic\\\": headers.`x-topic`,"
                                + " \\\"seen\\\": $keys(headers)}");

        Response told =
                outside.with("X-Topic", "orders")
                        .with("Authorization", "Bearer something")
                        .with("X-Other-Signature", "0a")
                        .post(path(made), "{\"id\":7}");

        assertThat(told.status()).as(told.text()).isEqualTo(202);
        assertThat(data())
                .startsWith("{\"order_id\":7,\"topic\":\"orders\"")
                .contains("x-topic")
                .doesNotContain("authorization", "signature");
    }

    @Test
    void theHeaderThatProvesIsNotSeen() {
        Response made =
                created(
                        "\"auth\":\"header\",\"secret\":\"X-Shop:"
                                + " s3cret\",\"mapping\":{\"jsonata\":\"{\\\"all\\\":"
                                + " $string(headers)}\"}");

        Response told = outside.with("X-Shop", "s3cret").post(path(made), "{}");

        assertThat(told.status()).as(told.text()).isEqualTo(202);
        assertThat(data()).doesNotContain("s3cret", "x-shop");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "{\"a\":[1e400]} | #/a/0 number_not_exact",
                "{\"a\":0.1234567890123456789} | #/a number_not_exact",
                "{\"a\":[\"x\",\"\\ud83d\"]} | #/a/1 invalid_characters",
                "{\"a\":{\"\\ude00\":1}} | #/a invalid_characters"
            })
    void unstorableDataIsRejectedWithItsPlace(String body, String error) {
        Response told = outside.post(path(created("\"metadata\":{}")), body);

        assertThat(told.errors()).as(told.text()).containsExactly(error);
        assertThat(api.published()).isEmpty();
    }

    @Test
    void halvesOfCharactersAreRefusedInRulesToo() {
        Response told =
                caller.post(
                        "/api/v1/automation/rules",
                        "{\"name\":\"A\",\"trigger\":{\"event_types\":[\"a.b\"]},\"actions\":[{\"key\":\"k\",\"type\":\"event.emit\","
                                + "\"with\":{\"type\":\"c.d\",\"data\":{\"x\":\"\\ud83d\"}}}]}");

        assertThat(told.errors()).contains("#/actions/0/with/data/x invalid_characters");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "body.id",
                "[1, 2]",
                "nothing",
                "$error(\\\"no\\\")",
                "($f := function($n) { $f($n + 1) }; {\\\"a\\\": $f(0)})",
                "($f := function($n) { 1 + $f($n + 1) }; {\\\"a\\\": $f(0)})"
            })
    void aMappingThatMakesNoObjectRefuses(String jsonata) {
        Response told = outside.post(path(mapped(jsonata)), "{\"id\":7}");

        assertThat(told.status()).isEqualTo(422);
        assertThat(told.code()).isEqualTo("mapping_failed");
        assertThat(api.published()).isEmpty();
    }

    @Test
    void aMappingIsCompiledWhenItIsSaved() {
        Response told = mapped("{\\\"a\\\": 1,\\n  }");

        assertThat(told.errors()).containsExactly("#/mapping/jsonata invalid_expression");
        assertThat(told.text()).contains("Line 2, column");
        assertThat(created("\"mapping\":{}").errors())
                .containsExactly("#/mapping/jsonata required");
        assertThat(created("\"mapping\":{\"jsonata\":\"body\",\"x\":1}").code())
                .isEqualTo("unknown_field");
    }

    @Test
    void dataThatDoesNotFitIsRefusedWithPointers() {
        String path = path(created("\"schema\":{\"mode\":\"enforce\"," + SCHEMA + "}"));

        Response told = outside.post(path, "{\"lines\":[{\"sku\":\"A\"},{\"sku\":\"b\"},{}]}");

        assertThat(told.status()).as(told.text()).isEqualTo(422);
        assertThat(told.code()).isEqualTo("schema_mismatch");
        assertThat(told.errors())
                .containsExactlyInAnyOrder(
                        "#/order_id required",
                        "#/lines/1/sku invalid_value",
                        "#/lines/2/sku required");
        assertThat(outside.post(path, "{\"order_id\":1}").errors())
                .containsExactly("#/order_id invalid_type");
        assertThat(api.published()).isEmpty();
        assertThat(outside.post(path, "{\"order_id\":\"1\"}").status()).isEqualTo(202);
    }

    @Test
    void invalidDataIsPublishedWithWarnings() {
        Response made = created("\"schema\":{\"mode\":\"warn\"," + SCHEMA + "}");

        Response told = outside.post(path(made), "{}");

        assertThat(told.status()).as(told.text()).isEqualTo(202);
        assertThat(told.body().at("/warnings/0/pointer").asString()).isEqualTo("#/order_id");
        Response off =
                any.patch(ENDPOINTS + "/" + made.member("id"), "{\"schema\":{\"mode\":\"off\"}}");
        assertThat(off.body().at("/schema/mode").asString()).as(off.text()).isEqualTo("off");
        assertThat(off.body().at("/schema/json_schema/required/0").asString())
                .isEqualTo("order_id");
        assertThat(outside.post(path(made), "{}").body().path("warnings").size()).isZero();
        assertThat(api.published()).hasSize(2);
    }

    @Test
    void theSchemaValidatesTheMappedData() {
        Response made =
                created(
                        "\"mapping\":{\"jsonata\":\"{\\\"order_id\\\":"
                                + " body.id}\"},\"schema\":{\"mode\":\"enforce\","
                                + SCHEMA
                                + "}");

        assertThat(outside.post(path(made), "{\"id\":\"7\"}").status()).isEqualTo(202);
        assertThat(outside.post(path(made), "{\"order_id\":\"7\"}").errors())
                .containsExactly("#/order_id required");
        Response without =
                any.patch(
                        ENDPOINTS + "/" + made.member("id"), "{\"mapping\":null,\"schema\":null}");
        assertThat(without.body().path("mapping").isNull()).as(without.text()).isTrue();
        assertThat(outside.post(path(made), "{\"other\":1}").status()).isEqualTo(202);
    }

    @Test
    void aSchemaIsCheckedWhenItIsSaved() {
        assertThat(schema("{\"type\":\"thing\"}")).contains("#/schema/json_schema/type");
        assertThat(schema("{\"properties\":{\"a\":{\"minLength\":-1}}}"))
                .contains("#/schema/json_schema/properties/a/minLength");
        assertThat(schema("{\"properties\":{\"a\":{\"$ref\":\"http://example.com/a\"}}}"))
                .contains("#/schema/json_schema/properties/a/$ref");
        assertThat(schema("{\"$ref\":\"#/$defs/none\"}")).contains("#/schema/json_schema");
        assertThat(schema("{\"pattern\":\"(\"}")).contains("#/schema/json_schema");
        assertThat(schema("{\"$schema\":\"http://json-schema.org/draft-07/schema#\"}"))
                .contains("#/schema/json_schema/$schema");
        assertThat(schema("{\"description\":\"" + "x".repeat(33_000) + "\"}")).contains("too_long");
        assertThat(created("\"schema\":{\"mode\":\"some\",\"json_schema\":{}}").errors())
                .containsExactly("#/schema/mode invalid_value");
        assertThat(created("\"schema\":{}").errors())
                .containsExactly("#/schema/mode required", "#/schema/json_schema required");
    }

    @Test
    void aSchemaWithoutAnEndIsNoMatch() {
        Response told =
                outside.post(
                        path(
                                created(
                                        "\"schema\":{\"mode\":\"enforce\",\"json_schema\":{\"$ref\":\"#\"}}")),
                        "{}");

        assertThat(told.code()).as(told.text()).isEqualTo("schema_mismatch");
    }

    @Test
    void aBodyInAnotherCharacterSetIsRefused() {
        String path = path(created("\"enabled\":true"));
        byte[] latin = {(byte) 0xe4};

        assertThat(send(path, "text/plain;charset=iso-8859-1", latin).code())
                .isEqualTo("unsupported_media_type");
        assertThat(send(path, "text/plain;charset=none-such", latin).status()).isEqualTo(415);
        assertThat(send(path, "text/plain", latin).code()).isEqualTo("invalid_encoding");
        assertThat(send(path, "application/json", latin).code()).isEqualTo("invalid_encoding");
        assertThat(send(path, "text/plain;charset=utf-8", "ä".getBytes(UTF_8)).status())
                .isEqualTo(202);
        assertThat(data()).isEqualTo("{\"text\":\"ä\"}");
    }

    private String schema(String json) {
        Response told = created("\"schema\":{\"mode\":\"enforce\",\"json_schema\":" + json + "}");
        assertThat(told.status()).as(told.text()).isEqualTo(422);
        return told.errors().toString();
    }

    private Response mapped(String jsonata) {
        return created("\"mapping\":{\"jsonata\":\"" + jsonata + "\"}");
    }

    private Response created(String members) {
        return caller.post(
                ENDPOINTS, "{\"name\":\"A\",\"event_type\":\"order.paid\"," + members + "}");
    }

    private Response send(String path, String type, byte[] body) {
        return outside.send(HttpMethod.POST, path, type, body);
    }

    private static String path(Response made) {
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made.member("url").substring(TestApi.BASE_URL.length());
    }

    private String data() {
        Object payload = Objects.requireNonNull(api.published().getLast().payload());
        String data = ((EventPublished) payload).data();
        assertThat(Json.mapper().readTree(data).isObject()).isTrue();
        return data;
    }
}
