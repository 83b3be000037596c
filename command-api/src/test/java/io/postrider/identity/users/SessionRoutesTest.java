package io.postrider.identity.users;

import static io.postrider.identity.users.TestPeople.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.domain.workspaces.Role;
import io.postrider.identity.users.TestPeople.Browser;
import io.postrider.schemas.Actor;
import io.postrider.testkit.claims.Verifies;
import io.postrider.web.route.AuditTrail.Deed;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sign-in with a password, and the rights of its session. */
class SessionRoutesTest {

    private static final String SESSION = "/api/v1/session";
    private static final String ADA = "ada@example.com";

    @AutoClose private final TestApi api = new TestApi(TestPeople.SECURE);
    private final TestPeople people = new TestPeople(api);
    private String ada = "";

    @BeforeEach
    void adaIsThere() {
        ada = people.user(ADA);
    }

    @Test
    @Verifies("session-cookie")
    void thePasswordGetsACookieForThisHostOnly() {
        String workspace = people.workspace(ada, Role.OWNER, ada);

        Response told = people.signIn("ADA@example.com", PASSWORD);

        assertThat(told.status()).isEqualTo(200);
        assertThat(told.header("Set-Cookie"))
                .matches(
                        "__Host-postrider-session=[A-Za-z0-9_-]{43}; Path=/; Max-Age=43200;"
                                + " Expires=[^;]+; Secure; HttpOnly; SameSite=Lax");
        assertThat(told.header("Cache-Control")).contains("no-store");
        assertThat(told.body().path("user").path("email").stringValue()).isEqualTo(ADA);
        assertThat(told.body().path("workspaces").get(0).path("id").stringValue())
                .isEqualTo(workspace);
        assertThat(told.body().path("workspaces").get(0).path("role").stringValue())
                .isEqualTo("owner");
        assertThat(told.header("Consistency-Token")).isNotEmpty();
    }

    @Test
    @Verifies("sign-in-one-answer")
    void aWrongPasswordAndAnUnknownUserAreOneAndTheSame() {
        Response wrong = people.signIn(ADA, "wrong password");
        Response unknown = people.signIn("unknown@example.com", PASSWORD);

        assertThat(wrong.status()).isEqualTo(401);
        assertThat(wrong.code()).isEqualTo("sign_in_refused");
        assertThat(wrong.header("Set-Cookie")).isEmpty();
        assertThat(withoutIds(wrong)).isEqualTo(withoutIds(unknown));
    }

    @Test
    @Verifies({"session-cookie", "people-sealed"})
    void neitherCookieNorPasswordIsInTheLog() {
        Response told = people.signIn(ADA, PASSWORD);
        String cookie = TestPeople.cookie(told).split("=", 2)[1];

        assertThat(api.log().events().toString() + api.log().commands())
                .doesNotContain(cookie)
                .doesNotContain(PASSWORD)
                .doesNotContain(ADA);
    }

    @Test
    @Verifies("session-cookie")
    void everySignInHasACookieOfItsOwnWhateverTheBrowserSends() {
        Response first = people.signIn(ADA, PASSWORD);
        Response second =
                api.anonymous()
                        .with("Cookie", "__Host-postrider-session=" + "A".repeat(43))
                        .post(
                                SESSION,
                                "{\"email\":\"" + ADA + "\",\"password\":\"" + PASSWORD + "\"}");

        assertThat(second.status()).isEqualTo(200);
        assertThat(Set.of(TestPeople.cookie(first), TestPeople.cookie(second)))
                .hasSize(2)
                .doesNotContain("__Host-postrider-session=" + "A".repeat(43));
    }

    @Test
    void aSessionHasTheScopesOfTheRole() {
        String grace = people.user("grace@example.com");
        String workspace = people.workspace(grace, Role.VIEWER, ada);
        Browser viewer = people.browser(ADA);
        Browser owner = people.browser("grace@example.com");
        String link = "{\"url\":\"https://example.com/\"}";

        Response refused = viewer.in(workspace).post("/api/v1/links", link);
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.code()).isEqualTo("scope_missing");
        assertThat(owner.in(workspace).post("/api/v1/links", link).status()).isEqualTo(201);
        assertThat(api.log().events().getLast().header().actor()).isEqualTo(Actor.user(grace));
        assertThat(viewer.in(workspace).get("/api/v1/me").body().path("scopes").size())
                .isPositive();
    }

    @Test
    @Verifies("workspace-from-credential")
    void anotherWorkspaceIsAsGoodAsNone() {
        String grace = people.user("grace@example.com");
        String hers = people.workspace(grace, Role.OWNER, grace);
        Browser browser = people.browser(ADA);

        assertThat(browser.in(hers).get("/api/v1/keys").status()).isEqualTo(404);
        assertThat(browser.in("ws_nonsense").get("/api/v1/keys").status()).isEqualTo(404);
        Response nowhere = browser.page().get("/api/v1/keys");
        assertThat(nowhere.status()).isEqualTo(400);
        assertThat(nowhere.code()).isEqualTo("workspace_required");
    }

    @Test
    void signInWaitsForRestoredUsers() {
        api.restored(false);
        assertThat(people.signIn(ADA, PASSWORD).code()).isEqualTo("restoring");
        api.restored(true);
        api.keyAge(Duration.ofSeconds(11));
        assertThat(people.signIn(ADA, PASSWORD).code()).isEqualTo("auth_view_stale");
        api.keyAge(Duration.ZERO);
        assertThat(people.signIn(ADA, PASSWORD).status()).isEqualTo(200);
    }

    @Test
    void signInRequiresASecureConnection() {
        try (TestApi plain = new TestApi(Map.of("POSTRIDER_BASE_URL", "http://short.test"))) {
            Response told = new TestPeople(plain).signIn(ADA, PASSWORD);

            assertThat(told.status()).isEqualTo(403);
            assertThat(told.code()).isEqualTo("insecure_address");
        }
    }

    @Test
    void atHomeThereIsAPlainCookie() {
        try (TestApi local = new TestApi(Map.of("POSTRIDER_BASE_URL", "http://localhost:8080"))) {
            TestPeople home = new TestPeople(local);
            String me = home.user(ADA);
            String workspace = home.workspace(me, Role.OWNER, me);

            assertThat(home.signIn(ADA, PASSWORD).header("Set-Cookie"))
                    .startsWith("postrider-session=")
                    .doesNotContain("Secure")
                    .contains("HttpOnly");
            assertThat(home.browser(ADA).in(workspace).get("/api/v1/keys").status()).isEqualTo(200);
        }
    }

    @Test
    @Verifies("scope-denials")
    void aKeyIsNoPerson() {
        Response told = api.caller().get(SESSION);

        assertThat(told.status()).isEqualTo(403);
        assertThat(told.code()).isEqualTo("session_required");
        assertThat(api.audit())
                .singleElement()
                .satisfies(entry -> {
                    assertThat(entry.workspace()).isEqualTo(TestApi.WORKSPACE);
                    assertThat(entry.actor().type()).isEqualTo("key");
                    assertThat(entry.operation()).isEqualTo("GET /api/v1/session");
                    assertThat(entry.deed()).isEqualTo(new Deed.Denied("session_required"));
                    assertThat(entry.requestId()).isEqualTo(told.header("X-Request-Id"));
                });
    }

    @Test
    void aKeyThatIsSentCountsWhateverTheCookieSays() {
        Browser browser = people.browser(ADA);

        assertThat(browser.caller().with("Authorization", "Bearer x").get(SESSION).status())
                .isEqualTo(401);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                        | #/email required, #/password required",
                "{\"email\":\"a\",\"password\":\"x\"}            | #/email invalid_length",
                "{\"email\":5,\"password\":null}             | #/email invalid_type, #/password required",
                "{\"email\":\"a@b.c\",\"password\":\"x\",\"code\":\"1\"} | #/code invalid_length",
            })
    void missingFieldsAreNamed(String body, String errors) {
        Response told = api.anonymous().post(SESSION, body);

        assertThat(told.status()).isEqualTo(422);
        assertThat(String.join(", ", told.errors())).isEqualTo(errors);
    }

    private static String withoutIds(Response told) {
        return told.text().replaceAll("req_[0-9a-z]+", "");
    }
}
