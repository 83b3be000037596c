package io.postrider.api.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.testkit.claims.Verifies;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.http.HttpMethod;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileInputTest {

    private static final String JSON = "application/json";
    private static final List<String> CREATING =
            List.of("/api/v1/links", "/api/v1/keys", "/api/v1/webhooks");

    @AutoClose private final TestApi api = new TestApi();
    private final Caller caller = api.caller();

    static Stream<Arguments> bodies() {
        String deep = "[".repeat(200);
        return Stream.of(
                argumentSet("nothing", JSON, "", 400, "body_required"),
                argumentSet("blank", JSON, "  \n", 400, "malformed_json"),
                argumentSet("cut off", JSON, "{\"url\":\"https://a.example", 400, "malformed_json"),
                argumentSet("not json", JSON, "url=https://a.example", 400, "malformed_json"),
                argumentSet("xml", JSON, "<a/>", 400, "malformed_json"),
                argumentSet("nan", JSON, "{\"a\":NaN}", 400, "malformed_json"),
                argumentSet("two documents", JSON, "{}{}", 400, "trailing_content"),
                argumentSet("deep", JSON, "{\"a\":" + deep, 400, "too_deep"),
                argumentSet(
                        "many values",
                        JSON,
                        "{\"a\":[" + "0,".repeat(110_000) + "0]}",
                        400,
                        "too_many_values"),
                argumentSet("twice", JSON, "{\"a\":1,\"a\":1}", 400, "duplicate_member"),
                argumentSet(
                        "long number",
                        JSON,
                        "{\"a\":" + "1".repeat(80) + "}",
                        400,
                        "number_too_long"),
                argumentSet("unknown field", JSON, "{\"nonsense\":1}", 400, "unknown_field"),
                argumentSet("empty name", JSON, "{\"\":1}", 400, "unknown_field"),
                argumentSet("NUL in a name", JSON, "{\"\\u0000\":1}", 400, "unknown_field"),
                argumentSet("half a name", JSON, "{\"\\ud800\":1}", 400, "unknown_field"),
                argumentSet(
                        "long name",
                        JSON,
                        "{\"" + "x".repeat(9_000) + "\":1}",
                        400,
                        "unknown_field"),
                argumentSet(
                        "longer name",
                        JSON,
                        "{\"" + "x".repeat(11_000) + "\":1}",
                        400,
                        "name_too_long"),
                argumentSet("proto", JSON, "{\"__proto__\":{\"a\":1}}", 400, "unknown_field"),
                argumentSet("list", JSON, "[]", 422, "invalid"),
                argumentSet("text", JSON, "\"x\"", 422, "invalid"),
                argumentSet("null", JSON, "null", 422, "invalid"),
                argumentSet("number", JSON, "1e400", 400, "number_not_exact"),
                argumentSet("empty object", JSON, "{}", 422, "invalid"),
                argumentSet(
                        "wrong types",
                        JSON,
                        "{\"url\":1,\"name\":[],\"metadata\":3}",
                        422,
                        "either"),
                argumentSet(
                        "form",
                        "application/x-www-form-urlencoded",
                        "{}",
                        415,
                        "unsupported_media_type"),
                argumentSet("plain", "text/plain", "{}", 415, "unsupported_media_type"),
                argumentSet("other json", "text/json", "{}", 415, "unsupported_media_type"),
                argumentSet("bad type", "application", "{}", 415, "unsupported_media_type"),
                argumentSet(
                        "latin 1",
                        JSON + ";charset=iso-8859-1",
                        "{}",
                        415,
                        "unsupported_media_type"),
                argumentSet(
                        "unknown charset",
                        JSON + ";charset=klingon",
                        "{}",
                        415,
                        "unsupported_media_type"),
                argumentSet(
                        "multipart",
                        "multipart/form-data;boundary=x",
                        "{}",
                        415,
                        "unsupported_media_type"));
    }

    @ParameterizedTest
    @Verifies({"unknown-input", "input-bounds", "no-stack-traces"})
    @MethodSource("bodies")
    void badBodiesAreProblems(String type, String body, int status, String code) {
        for (String path : CREATING) {
            Response told = caller.send(HttpMethod.POST, path, type, body.getBytes(UTF_8));

            assertThatIsProblem(told);
            if (!code.equals("either")) {
                assertThat(told.status()).as(path).isEqualTo(status);
                assertThat(told.code()).as(path).isEqualTo(code);
            }
        }
    }

    static Stream<Arguments> values() {
        return Stream.of(
                argumentSet("NUL", "\"a\\u0000b\""),
                argumentSet("first half of a pair", "\"\\ud83d\""),
                argumentSet("second half of a pair", "\"\\ude00x\""),
                argumentSet("escape", "\"\\u001b[31m\""),
                argumentSet("line breaks", "\"a\\r\\nLocation: x\""),
                argumentSet("huge number", "1e400"),
                argumentSet("huge exponent", "1e999999999"),
                argumentSet("negative", "-1"),
                argumentSet("fraction", "1.5"),
                argumentSet("more than a long", "9223372036854775808"),
                argumentSet("true", "true"),
                argumentSet("object", "{\"a\":{}}"),
                argumentSet("list of lists", "[[[]]]"),
                argumentSet("list of nulls", "[null]"),
                argumentSet("very long", "\"" + "x".repeat(200_000) + "\""));
    }

    @ParameterizedTest
    @Verifies("no-stack-traces")
    @MethodSource("values")
    void badValuesOfAnyFieldAreProblems(String value) {
        for (String field :
                List.of(
                        "url",
                        "slug",
                        "domain",
                        "title",
                        "tags",
                        "starts_at",
                        "expires_at",
                        "expired_url",
                        "max_clicks",
                        "status_code",
                        "forward_query",
                        "external_id",
                        "metadata",
                        "password",
                        "rules")) {
            Response told = caller.post("/api/v1/links", "{\"" + field + "\":" + value + "}");
            if (told.status() == 400) {
                assertThat(told.code()).as(field).isEqualTo("number_not_exact");
            } else {
                assertThat(told.status()).as(field).isEqualTo(422);
            }
            assertThatIsProblem(told);
        }
        for (String field :
                List.of(
                        "name",
                        "scopes",
                        "preset",
                        "environment",
                        "resources",
                        "ip_allow",
                        "origins",
                        "expires_at",
                        "requests_per_minute")) {
            Response told = caller.post("/api/v1/keys", "{\"" + field + "\":" + value + "}");
            if (told.status() == 400) {
                assertThat(told.code()).as(field).isEqualTo("number_not_exact");
            } else {
                assertThat(told.status()).as(field).isEqualTo(422);
            }
            assertThatIsProblem(told);
        }
        for (String field :
                List.of(
                        "url",
                        "event_types",
                        "filter",
                        "transform",
                        "headers",
                        "rate_limit",
                        "ordering",
                        "format",
                        "signature",
                        "enabled",
                        "description",
                        "metadata")) {
            Response told = caller.post("/api/v1/webhooks", "{\"" + field + "\":" + value + "}");
            if (told.status() == 400) {
                assertThat(told.code()).as(field).isEqualTo("number_not_exact");
            } else {
                assertThat(told.status()).as(field).isEqualTo(422);
            }
            assertThatIsProblem(told);
        }
    }

    @Test
    void bytesThatAreNotUtf8AreRefused() {
        for (byte[] body :
                List.of(
                        "{\"url\":\"ü\"}".getBytes(ISO_8859_1),
                        "{}".getBytes(UTF_16),
                        new byte[] {(byte) 0xff, (byte) 0xfe},
                        new byte[] {0, 0, 0})) {
            Response told = caller.send(HttpMethod.POST, "/api/v1/links", JSON, body);
            assertThat(told.status()).isEqualTo(400);
            assertThatIsProblem(told);
        }
    }

    @Test
    @Verifies("input-bounds")
    void aBodyMayBeAQuarterOfAMebibyteAndNoMore() {
        String filler = " ".repeat((256 << 10) - 2);

        assertThat(caller.post("/api/v1/links", "{" + filler + "}").status()).isEqualTo(422);
        assertThat(caller.post("/api/v1/links", "{" + filler + " }").status()).isEqualTo(413);
        assertThat(caller.post("/api/v1/links", "x".repeat(2 << 20)).code())
                .isEqualTo("body_too_large");
    }

    @Test
    void anotherJsonTypeWillDo() {
        Response told =
                caller.send(
                        HttpMethod.POST,
                        "/api/v1/links",
                        "application/vnd.api+json; charset=UTF-8",
                        "{\"url\":\"https://example.com\"}".getBytes(UTF_8));

        assertThat(told.status()).isEqualTo(201);
    }

    @Test
    @Verifies("no-decompression")
    void compressedBodiesAreNotUnpacked() {
        Response told =
                caller.with("Content-Encoding", "gzip")
                        .post("/api/v1/links", "{\"url\":\"https://example.com\"}");

        assertThat(told.status()).isEqualTo(415);
    }

    static Stream<Arguments> headers() {
        return Stream.of(
                argumentSet("If-Match without quotes", "If-Match", "3", 400),
                argumentSet("weak If-Match", "If-Match", "W/\"3\"", 400),
                argumentSet("If-Match of a text", "If-Match", "\"abc\"", 400),
                argumentSet("huge If-Match", "If-Match", "\"99999999999999999999\"", 400),
                argumentSet("several If-Match", "If-Match", "\"1\", \"2\"", 400),
                argumentSet("empty If-Match", "If-Match", "", 400));
    }

    @ParameterizedTest
    @MethodSource("headers")
    void badPreconditionsAreProblems(String name, String value, int status) {
        String id = caller.post("/api/v1/links", "{\"url\":\"https://example.com\"}").member("id");

        Response told = caller.with(name, value).patch("/api/v1/links/" + id, "{\"title\":\"x\"}");

        assertThat(told.status()).isEqualTo(status);
        assertThatIsProblem(told);
    }

    @ParameterizedTest
    @MethodSource("queries")
    void badQueriesAreProblems(String query, String code) {
        Response told = caller.get("/api/v1/links?" + query);

        assertThat(told.status()).isEqualTo(400);
        assertThat(told.code()).isEqualTo(code);
        assertThatIsProblem(told);
    }

    static Stream<Arguments> queries() {
        return Stream.of(
                Arguments.of("limit=0", "invalid_parameter"),
                Arguments.of("limit=101", "invalid_parameter"),
                Arguments.of("limit=-1", "invalid_parameter"),
                Arguments.of("limit=1e1", "invalid_parameter"),
                Arguments.of("limit=", "invalid_parameter"),
                Arguments.of("limit=99999999999999999999", "invalid_parameter"),
                Arguments.of("limit=%D9%A3", "invalid_parameter"),
                Arguments.of("limit=1&limit=2", "duplicate_parameter"),
                Arguments.of("cursor=nonsense", "cursor_mismatch"),
                Arguments.of("created_after=yesterday", "invalid_parameter"),
                Arguments.of("created_after=2026-02-30T00:00:00Z", "invalid_parameter"),
                Arguments.of("created_after=2026-02-01T00:00:00", "invalid_parameter"),
                Arguments.of("q=%ff", "malformed_query"),
                Arguments.of("q=%00", "malformed_query"),
                Arguments.of("%3Cscript%3E=1", "unknown_parameter"));
    }

    private static void assertThatIsProblem(Response told) {
        assertThat(told.status()).isBetween(400, 499);
        assertThat(told.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(told.code()).isNotEmpty();
        assertThat(told.member("request_id")).isEqualTo(told.header("X-Request-Id"));
        assertThat(told.text().length()).isLessThan(20_000);
        assertThat(told.text())
                .doesNotContain("io.postrider", "java.", "jackson", "Exception", "springframework");
    }
}
