package io.postrider.api.http;

import static io.postrider.testkit.records.Records.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.testkit.claims.Verifies;
import io.postrider.web.route.AuditTrail;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpMethod;

class ConventionsTest {

    private static final String LINKS = "/api/v1/links";

    @AutoClose private final TestApi api = new TestApi();

    @ParameterizedTest
    @Verifies("response-headers")
    @ValueSource(
            strings = {"/api/v1/me", "/api/v1/nothing", "/nothing", "/livez", "/api/v1/links?x=1"})
    void everyResponseHasAnIdAndIsNotKept(String path) {
        for (Caller caller : List.of(api.anonymous(), api.caller())) {
            Response told = caller.get(path);

            assertThat(Id.isA(IdKind.REQ, told.header("X-Request-Id"))).isTrue();
            assertThat(told.header("Cache-Control")).isEqualTo("no-store");
            assertThat(told.header("X-Content-Type-Options")).isEqualTo("nosniff");
        }
    }

    @ParameterizedTest
    @Verifies("response-headers")
    @ValueSource(strings = {"/api/v1/me", "/api/v1/nothing", "/livez", "/api/v1/links?x=1"})
    void everyResponseOverHttpsKeepsBrowsersThere(String path) {
        try (TestApi secure = new TestApi(Map.of("POSTRIDER_BASE_URL", "https://short.test"))) {
            for (Caller caller : List.of(secure.anonymous(), secure.caller())) {
                assertThat(caller.get(path).header("Strict-Transport-Security"))
                        .isEqualTo("max-age=31536000");
            }
        }
        assertThat(api.anonymous().get(path).header("Strict-Transport-Security")).isEmpty();
    }

    @Test
    void everyRequestHasAnotherId() {
        Caller caller = api.caller();

        assertThat(caller.get("/livez").header("X-Request-Id"))
                .isNotEqualTo(caller.get("/livez").header("X-Request-Id"));
    }

    @Test
    void aProblemHasItsCodeAndPlace() {
        Response told = api.caller().get("/api/v1/links/lnk_00000000000000000000000000");

        assertThat(told.status()).isEqualTo(404);
        assertThat(told.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(told.member("type")).isEqualTo(TestApi.BASE_URL + "/errors/not_found");
        assertThat(told.member("title")).isEqualTo("Resource not found");
        assertThat(told.body().path("status").asInt(0)).isEqualTo(404);
        assertThat(told.member("instance"))
                .isEqualTo("/api/v1/links/lnk_00000000000000000000000000");
        assertThat(told.code()).isEqualTo("not_found");
        assertThat(told.member("request_id")).isEqualTo(told.header("X-Request-Id"));
        assertThat(told.body().path("errors").isArray()).isTrue();
    }

    @ParameterizedTest
    @Verifies("http-methods")
    @CsvSource({
        "GET,/api/v1/nothing,404",
        "POST,/api/v1/nothing,404",
        "GET,/api/v2/links,404",
        "GET,/api/v1/links/,404",
        "GET,/nothing/here,404",
        "PUT,/api/v1/links,405",
        "DELETE,/api/v1/links,405",
        "PATCH,/api/v1/me,405",
        "OPTIONS,/api/v1/links,405",
        "TRACE,/api/v1/links,405",
        "TRACE,/nothing,405",
        "BREW,/api/v1/links,405"
    })
    void pathsAndMethodsThatAreNotThereAreProblems(String method, String path, int status) {
        Response told = api.caller().send(HttpMethod.valueOf(method), path, null);

        assertThat(told.status()).isEqualTo(status);
        assertThat(told.code()).isEqualTo(status == 404 ? "not_found" : "method_not_allowed");
        assertThat(told.header("Content-Type")).isEqualTo("application/problem+json");
    }

    @Test
    void aRefusedMethodNamesTheAllowedOnes() {
        assertThat(api.anonymous().send(HttpMethod.PUT, LINKS, null).header("Allow"))
                .isEqualTo("GET, HEAD, POST");
        assertThat(api.anonymous().post("/api/v1/me", "{}").header("Allow")).isEqualTo("GET, HEAD");
    }

    @Test
    void headIsGetWithoutABody() {
        Response told = api.caller().send(HttpMethod.HEAD, LINKS, null);

        assertThat(told.status()).isEqualTo(200);
        assertThat(api.listings()).isEmpty();
    }

    @Test
    @Verifies("key-in-url")
    void aKeyInTheUrlIsRefusedBeforeTheCallerIsKnown() {
        String token = api.key(TestApi.WORKSPACE);
        String encoded = token.replace("prk_", "%70rk_");

        for (String query :
                List.of(
                        "api_key=" + token,
                        "q=" + token,
                        "q=x" + encoded + "y",
                        token + "=1",
                        "access_token=prk_nonsense",
                        "TOKEN=prk_x")) {
            for (String path : List.of(LINKS, "/api/v1/nothing", "/livez")) {
                Response told = api.anonymous().get(path + "?" + query);
                assertThat(told.status()).as(query).isEqualTo(400);
                assertThat(told.code()).isEqualTo("key_in_url");
                assertThat(told.text()).doesNotContain(token);
            }
        }
        assertThat(api.anonymous().get("/livez?token=abc").code()).isEqualTo("unknown_parameter");
    }

    @Test
    @Verifies("key-in-url")
    void aKeyInThePathIsRefusedAndNotShown() {
        String token = api.key(TestApi.WORKSPACE);
        String secret = token.substring(token.lastIndexOf('_'));

        for (String path :
                List.of(
                        LINKS + "/" + token,
                        "/api/v1/nothing/" + token + "/x",
                        "/" + token.replace("prk_", "%70rk_"),
                        "/user/api/" + token)) {
            Response told = api.callerAs(token).get(path);
            assertThat(told.status()).as(path).isEqualTo(400);
            assertThat(told.code()).as(path).isEqualTo("key_in_url");
            assertThat(told.text()).as(path).doesNotContain(secret);
        }
        assertThat(api.caller().get(LINKS + "/prk_live_nonsense").code())
                .isEqualTo("wrong_id_type");
    }

    @Test
    void responsesVaryByTheirCoding() {
        assertThat(api.caller().get(LINKS).header("Vary")).contains("Accept-Encoding");
    }

    @Test
    @Verifies("workspace-from-credential")
    void aKeyIsOfOneWorkspaceAndNoOtherCanBeNamed() {
        assertThat(api.caller().with("Workspace", TestApi.WORKSPACE).get(LINKS).status())
                .isEqualTo(200);
        for (String other : List.of(TestApi.OTHER_WORKSPACE, api.id(IdKind.WS), "garbage")) {
            Response told = api.caller().with("Workspace", other).get(LINKS);
            assertThat(told.status()).as(other).isEqualTo(404);
            assertThat(told.code()).isEqualTo("not_found");
        }
    }

    @Test
    void theCallerComesBeforeTheScopeAndTheScopeBeforeTheRest() {
        String bad = LINKS + "?nonsense=1";
        assertThat(api.anonymous().get(bad).status()).isEqualTo(401);
        assertThat(api.caller("clicks:read").get(bad).status()).isEqualTo(403);
        assertThat(api.caller("links:read").get(bad).status()).isEqualTo(400);
        assertThat(api.anonymous().post(LINKS, "{").status()).isEqualTo(401);
        assertThat(api.caller("links:read").post(LINKS, "{").status()).isEqualTo(403);
        assertThat(api.caller("links:write").post(LINKS, "{").status()).isEqualTo(400);
    }

    @Test
    @Verifies("scope-denials")
    void aMissingScopeIsNamed() {
        Response told = api.caller("links:read").post(LINKS, "{}");

        assertThat(told.code()).isEqualTo("scope_missing");
        assertThat(told.body().path("required").path(0).asString("")).isEqualTo("links:write");
        assertThat(api.audit())
                .anyMatch(entry ->
                        entry.operation().equals("POST /api/v1/links")
                                && entry.deed()
                                        .equals(new AuditTrail.Deed.Denied("scope_missing")));
    }

    @Test
    void writingImpliesReadingOfTheSameAndNothingElse() {
        assertThat(api.caller("links:write").get(LINKS).status()).isEqualTo(200);
        assertThat(api.caller("links:write").get("/api/v1/keys").status()).isEqualTo(403);
        assertThat(api.caller("links:read").delete(LINKS + "/lnk_x").status()).isEqualTo(403);
    }

    @Test
    @Verifies("unknown-input")
    void anUnknownParameterIsNamedWithASuggestion() {
        Response told = api.caller().get(LINKS + "?limt=3");

        assertThat(told.status()).isEqualTo(400);
        assertThat(told.code()).isEqualTo("unknown_parameter");
        assertThat(told.errors()).containsExactly("limt unknown_parameter");
        assertThat(told.member("detail")).contains("limit");
    }

    @Test
    void aParameterForTheFormBeatsTheHeader() {
        Caller xml = api.caller().with("Accept", "text/xml");

        assertThat(xml.get("/api/v1/me?format=json").status()).isEqualTo(200);
        assertThat(xml.get(LINKS + "?format=json").status()).isEqualTo(200);
        assertThat(xml.get("/errors/not_found?format=html").header("Content-Type"))
                .startsWith("text/html");
        Response told = api.caller().get("/api/v1/me?format=sse");
        assertThat(told.status()).isEqualTo(400);
        assertThat(told.errors()).containsExactly("format invalid_parameter");
    }

    @ParameterizedTest
    @CsvSource({
        "POST,  application/json,                   201",
        "POST,  application/foo+json,               201",
        "PATCH, application/json;charset=utf-8,     200",
        "PATCH, application/merge-patch+json,       200",
        "PATCH, application/json-patch+json,        415",
        "PATCH, application/foo+json,               415"
    })
    void aPatchOfAnotherKindIsNoMergePatch(String method, String type, int status) {
        Caller caller = api.caller();
        String link =
                LINKS + "/" + caller.post(LINKS, "{\"url\":\"https://example.com/\"}").member("id");

        Response told =
                caller.send(
                        HttpMethod.valueOf(method),
                        method.equals("POST") ? LINKS : link,
                        type,
                        "{\"url\":\"https://example.com/2\"}".getBytes(StandardCharsets.UTF_8));

        assertThat(told.status()).isEqualTo(status);
    }

    @Test
    void unacceptableRepresentationsAreRejected() {
        assertThat(api.caller().with("Accept", "text/html").get(LINKS).status()).isEqualTo(406);
        assertThat(api.caller().with("Accept", "text/html").get(LINKS).header("Content-Type"))
                .isEqualTo("application/problem+json");
        assertThat(api.caller().with("Accept", "*/*").get(LINKS).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "/api/v1/links/whk_00000000000000000000000000,400,wrong_id_type",
        "/api/v1/links/nonsense,400,wrong_id_type",
        "/api/v1/links/lnk_short,404,not_found",
        "/api/v1/links/lnk_8zzzzzzzzzzzzzzzzzzzzzzzzz,404,not_found",
        "/api/v1/links/LNK_00000000000000000000000000,400,wrong_id_type",
        "/api/v1/links/lnk_00000000000000000000000000%00,404,not_found",
        "/api/v1/keys/lnk_00000000000000000000000000,400,wrong_id_type",
        "/api/v1/webhooks/whk_00000000000000000000000000,404,not_found",
        "/api/v1/events/evt_00000000000000000000000000,404,not_found",
        "/api/v1/deliveries/evt_00000000000000000000000000,400,wrong_id_type"
    })
    void idsOfAnotherKindDifferFromUnknownOnes(String path, int status, String code) {
        Response told = api.caller().get(path);

        assertThat(told.status()).isEqualTo(status);
        assertThat(told.code()).isEqualTo(code);
    }

    @Test
    void aKeyForSomeResourcesReachesTheseAlone() {
        Caller owner = api.caller();
        String mine = owner.post(LINKS, "{\"url\":\"https://example.com/1\"}").member("id");
        String other = owner.post(LINKS, "{\"url\":\"https://example.com/2\"}").member("id");
        Caller restricted =
                api.callerAs(
                        api.key(TestApi.WORKSPACE, key -> with(key, "resources", List.of(mine))));

        assertThat(restricted.get(LINKS + "/" + mine).status()).isEqualTo(200);
        assertThat(restricted.get(LINKS + "/" + other).status()).isEqualTo(404);
        assertThat(restricted.delete(LINKS + "/" + other).status()).isEqualTo(404);
        assertThat(restricted.get(LINKS).code()).isEqualTo("resource_restricted");
        assertThat(restricted.post(LINKS, "{}").code()).isEqualTo("resource_restricted");
        assertThat(restricted.get("/api/v1/me").status()).isEqualTo(200);
    }
}
