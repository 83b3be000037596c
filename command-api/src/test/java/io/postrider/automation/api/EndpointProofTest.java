package io.postrider.automation.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.schemas.Actor;
import io.postrider.testkit.claims.Verifies;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Keys, names with passwords and headers as proofs of who may publish at an endpoint. */
class EndpointProofTest {

    private static final String ENDPOINTS = "/api/v1/automation/endpoints";
    private static final String PUBLISH = "automation.endpoints:publish";
    private static final String BODY = "{\"order_id\":\"1042\"}";

    @AutoClose private final TestApi api = new TestApi();
    private final Caller caller = api.caller();

    @Test
    @Verifies("publishing-endpoints")
    void aKeyOfTheWorkspaceWithTheScopePublishes() {
        Response made = create("api_key", null);
        String path = path(made);

        Response told = api.caller(PUBLISH).post(path, BODY);

        assertThat(told.status()).as(told.text()).isEqualTo(202);
        assertThat(told.header("RateLimit-Policy")).contains("key");
        assertThat(api.published().getFirst().header().actor())
                .isEqualTo(new Actor("endpoint", made.member("id")));
        assertThat(api.anonymous().post(path, BODY).code()).isEqualTo("unauthorized");
        assertThat(api.callerAs("prk_live_wrong").post(path, BODY).code())
                .isEqualTo("unauthorized");
        assertThat(api.callerOf(TestApi.OTHER_WORKSPACE).post(path, BODY).code())
                .isEqualTo("not_found");
        assertThat(api.published()).hasSize(1);
    }

    @Test
    void aKeyWithoutTheScopeIsTurnedAwayAndTheAuditHasIt() {
        String path = path(create("api_key", null));

        Response told = api.caller("automation.endpoints:write").post(path, BODY);

        assertThat(told.code()).isEqualTo("scope_missing");
        assertThat(told.body().at("/required/0").asString()).isEqualTo(PUBLISH);
        assertThat(api.audit())
                .anySatisfy(entry ->
                        assertThat(entry.operation()).isEqualTo("POST /api/v1/automation/in/{id}"));
        assertThat(api.published()).isEmpty();
    }

    @Test
    @Verifies("publishing-endpoints")
    void aNameWithItsPasswordPublishes() {
        Response made = create("basic", "shop:s3cret:x");
        String path = path(made);

        assertThat(made.text()).doesNotContain("s3cret");
        assertThat(basic("shop:s3cret:x").post(path, BODY).status()).isEqualTo(202);
        Response wrong = basic("shop:other").post(path, BODY);
        assertThat(wrong.code()).isEqualTo("endpoint_auth_failed");
        assertThat(wrong.header("WWW-Authenticate")).startsWith("Basic");
        assertThat(api.anonymous().post(path, BODY).status()).isEqualTo(401);
        assertThat(api.anonymous().with("Authorization", "Basic %").post(path, BODY).status())
                .isEqualTo(401);
    }

    @Test
    @Verifies("publishing-endpoints")
    void aHeaderOfItsOwnPublishes() {
        Response made = create("header", "X-Shop-Secret: abc123");
        String path = path(made);

        assertThat(made.text()).doesNotContain("abc123");
        assertThat(header("abc123").post(path, BODY).status()).isEqualTo(202);
        assertThat(header("abc124").post(path, BODY).code()).isEqualTo("endpoint_auth_failed");
        assertThat(api.anonymous().post(path, BODY).status()).isEqualTo(401);
    }

    @Test
    void anotherProofNeedsASecretOfItsForm() {
        String endpoint = ENDPOINTS + "/" + create("github", "anything").member("id");
        Caller any = caller.with("If-Match", "*");

        assertThat(any.patch(endpoint, "{\"auth\":\"basic\"}").errors())
                .containsExactly("#/secret required");
        assertThat(any.patch(endpoint, "{\"auth\":\"basic\",\"secret\":\"x\"}").errors())
                .containsExactly("#/secret invalid_value");
        Response changed = any.patch(endpoint, "{\"auth\":\"basic\",\"secret\":\"a:b\"}");
        assertThat(changed.status()).as(changed.text()).isEqualTo(200);
        assertThat(basic("a:b").post(path(changed), BODY).status()).isEqualTo(202);
    }

    @Test
    void aChangeNeedsTheVersionThatIsMeant() {
        String endpoint = ENDPOINTS + "/" + create("api_key", null).member("id");

        assertThat(caller.patch(endpoint, "{\"name\":\"B\"}").code())
                .isEqualTo("precondition_required");
        assertThat(caller.delete(endpoint).code()).isEqualTo("precondition_required");
        assertThat(caller.with("If-Match", "\"9\"").delete(endpoint).code())
                .isEqualTo("version_mismatch");
        assertThat(caller.with("If-Match", "\"1\"").delete(endpoint).status()).isEqualTo(204);
    }

    private Response create(String auth, @Nullable String secret) {
        String more = secret == null ? "" : ",\"secret\":\"" + secret + "\"";
        return caller.post(
                ENDPOINTS,
                "{\"name\":\"A\",\"event_type\":\"order.paid\",\"auth\":\""
                        + auth
                        + "\""
                        + more
                        + "}");
    }

    private static String path(Response made) {
        assertThat(made.member("url")).as(made.text()).doesNotContain("token");
        return made.member("url").substring(TestApi.BASE_URL.length());
    }

    private Caller basic(String credentials) {
        return api.anonymous()
                .with(
                        "Authorization",
                        "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(UTF_8)));
    }

    private Caller header(String value) {
        return api.anonymous().with("X-Shop-Secret", value);
    }
}
