package io.postrider.identity.users;

import static io.postrider.identity.users.TestPeople.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.domain.workspaces.Role;
import io.postrider.identity.users.TestPeople.Browser;
import io.postrider.schemas.json.Json;
import io.postrider.testkit.claims.Verifies;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Operations that require recent authentication, and the authentication that permits them. */
class RenewedSessionTest {

    private static final String RENEW = "/api/v1/session/renew";
    private static final String ADA = "ada@example.com";

    @AutoClose private final TestApi api = new TestApi(TestPeople.SECURE);
    private final TestPeople people = new TestPeople(api);
    private String ada = "";
    private String workspace = "";

    @BeforeEach
    void adaIsThere() {
        ada = people.user(ADA);
        workspace = people.workspace(ada, Role.VIEWER, people.user("grace@example.com"));
    }

    private static String proof(String password) {
        return Json.object().put("password", password).toString();
    }

    static Stream<Arguments> whatOutlivesASession() {
        return Stream.of(
                        (BiFunction<RenewedSessionTest, Browser, Response>)
                                (test, browser) -> test.makesKey(browser),
                        (test, browser) ->
                                browser.in(test.workspace)
                                        .post(
                                                "/api/v1/keys/" + test.keyId() + "/rotate",
                                                "{\"overlap\":\"PT0S\"}"),
                        (test, browser) ->
                                browser.in(test.workspace)
                                        .patch("/api/v1/keys/" + test.keyId(), "{\"name\":\"x\"}"),
                        (test, browser) ->
                                browser.page()
                                        .post(
                                                "/api/v1/workspaces/"
                                                        + test.workspace
                                                        + "/invitations",
                                                "{\"email\":\"e@example.com\",\"role\":\"owner\"}"),
                        (test, browser) ->
                                browser.page()
                                        .patch(
                                                "/api/v1/workspaces/"
                                                        + test.workspace
                                                        + "/members/"
                                                        + test.ada,
                                                "{\"role\":\"owner\"}"))
                .map(Arguments::of);
    }

    private Response makesKey(Browser browser) {
        return browser.in(workspace).post("/api/v1/keys", "{\"name\":\"x\",\"preset\":\"links\"}");
    }

    private String keyId() {
        return makesKey(people.browser(ADA)).member("id");
    }

    @ParameterizedTest
    @Verifies("reauthentication")
    @MethodSource("whatOutlivesASession")
    void lastingChangesRequireRecentAuthentication(
            BiFunction<RenewedSessionTest, Browser, Response> done) {
        Browser browser = people.browser(ADA);
        assertThat(done.apply(this, browser).status()).isBetween(200, 201);
        Browser old = people.browser(ADA);
        api.advance(Duration.ofMinutes(15));

        Response refused = done.apply(this, old);

        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.code()).isEqualTo("proof_required");
        Browser renewed = Browser.of(api, old.page().post(RENEW, proof(PASSWORD)));
        assertThat(done.apply(this, renewed).status()).isBetween(200, 201);
    }

    @Test
    void changesWithinTheSessionNeedNoAuthentication() {
        Browser browser = people.browser(ADA);
        api.advance(Duration.ofMinutes(20));

        assertThat(
                        browser.in(workspace)
                                .post("/api/v1/links", "{\"url\":\"https://example.com/\"}")
                                .status())
                .isEqualTo(201);
    }

    @Test
    @Verifies("session-cookie")
    void aProofGivesANewSessionInPlaceOfTheOld() {
        Browser browser = people.browser(ADA);
        Browser elsewhere = people.browser(ADA);

        Response told = browser.page().post(RENEW, proof(PASSWORD));

        assertThat(told.status()).isEqualTo(200);
        assertThat(told.member("csrf_token")).isNotEqualTo(browser.csrfToken());
        assertThat(browser.page().get("/api/v1/session").status()).isEqualTo(401);
        assertThat(elsewhere.page().get("/api/v1/session").status()).isEqualTo(200);
        assertThat(elsewhere.page().get("/api/v1/sessions").body().path("data")).hasSize(2);
    }

    @Test
    void aWrongProofLeavesTheSessionAsItIs() {
        Browser browser = people.browser(ADA);

        Response told = browser.page().post(RENEW, proof("wrong"));

        assertThat(told.status()).isEqualTo(403);
        assertThat(told.code()).isEqualTo("password_wrong");
        assertThat(browser.page().post(RENEW, "{}").errors())
                .containsExactly("#/password required");
        assertThat(browser.page().get("/api/v1/session").status()).isEqualTo(200);
    }

    @Test
    @Verifies("reauthentication")
    void reauthenticationRequiresTheSecondFactor() {
        Browser browser = people.browser(ADA);
        List<String> codes = people.secondFactor(ada, TotpCodes.seed(new SecureRandom()));

        assertThat(browser.page().post(RENEW, proof(PASSWORD)).code())
                .isEqualTo("second_factor_required");
        String wrong =
                Json.object().put("password", PASSWORD).put("code", "AAAAA-AAAAA").toString();
        Response refused = browser.page().post(RENEW, wrong);
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.code()).isEqualTo("second_factor_wrong");
        String right =
                Json.object().put("password", PASSWORD).put("code", codes.getFirst()).toString();
        Response told = browser.page().post(RENEW, right);
        assertThat(told.status()).isEqualTo(200);
        assertThat(Browser.of(api, told).page().post(RENEW, right).code())
                .isEqualTo("second_factor_wrong");
    }

    @Test
    void wrongCodesCountByUserWhereverTheyComeFrom() {
        Browser browser = people.browser(ADA);
        var _ = people.secondFactor(ada, TotpCodes.seed(new SecureRandom()));
        String wrong =
                Json.object().put("password", PASSWORD).put("code", "AAAAA-AAAAA").toString();
        Response told = browser.page().post(RENEW, wrong);

        for (int i = 2; i < 30 && told.status() == 403; i++) {
            api.peer(new byte[] {10, 0, (byte) i, 1});
            told = browser.page().post(RENEW, wrong);
        }

        assertThat(told.status()).isEqualTo(429);
        assertThat(told.code()).isEqualTo("too_many_tries");
    }
}
