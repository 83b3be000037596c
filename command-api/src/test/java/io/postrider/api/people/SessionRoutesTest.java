package io.postrider.api.people;

import static io.postrider.api.people.TestPeople.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.TestApi;
import io.postrider.api.Told;
import io.postrider.api.http.AuditTrail.Deed;
import io.postrider.api.people.TestPeople.Browser;
import io.postrider.api.sightings.Elsewhere;
import io.postrider.api.sightings.Sightings;
import io.postrider.domain.workspaces.Role;
import io.postrider.schemas.Actor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Who gets in with a password, what his cookie is good for, and until when. */
class SessionRoutesTest {

    private static final String SESSION = "/api/v1/session";
    private static final String SESSIONS = "/api/v1/sessions";
    private static final String ADA = "ada@example.com";

    @AutoClose private final TestApi api = new TestApi(TestPeople.SECURE);
    private final TestPeople people = new TestPeople(api);
    private String ada = "";

    @BeforeEach
    void adaIsThere() {
        ada = people.user(ADA);
    }

    @Test
    void whoKnowsThePasswordGetsACookieForThisHostAlone() {
        String workspace = people.workspace(ada, Role.OWNER, ada);

        Told told = people.signIn("ADA@example.com", PASSWORD);

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
    void aWrongPasswordAndAnUnknownUserAreOneAndTheSame() {
        Told wrong = people.signIn(ADA, "wrong password");
        Told unknown = people.signIn("nobody@example.com", PASSWORD);

        assertThat(wrong.status()).isEqualTo(401);
        assertThat(wrong.code()).isEqualTo("sign_in_refused");
        assertThat(wrong.header("Set-Cookie")).isEmpty();
        assertThat(withoutIds(wrong)).isEqualTo(withoutIds(unknown));
    }

    @Test
    void neitherCookieNorPasswordIsInTheLog() {
        Told told = people.signIn(ADA, PASSWORD);
        String cookie = TestPeople.cookie(told).split("=", 2)[1];

        assertThat(api.log().events().toString() + api.log().commands())
                .doesNotContain(cookie)
                .doesNotContain(PASSWORD)
                .doesNotContain(ADA);
    }

    @Test
    void everySignInHasACookieOfItsOwnWhateverTheBrowserSends() {
        Told first = people.signIn(ADA, PASSWORD);
        Told second =
                api.anybody()
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
    void whoIsSignedInDoesInHisWorkspaceWhatHisRoleAllows() {
        String grace = people.user("grace@example.com");
        String workspace = people.workspace(grace, Role.VIEWER, ada);
        Browser viewer = people.browser(ADA);
        Browser owner = people.browser("grace@example.com");
        String link = "{\"url\":\"https://example.com/\"}";

        Told refused = viewer.in(workspace).post("/api/v1/links", link);
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.code()).isEqualTo("scope_missing");
        assertThat(owner.in(workspace).post("/api/v1/links", link).status()).isEqualTo(201);
        assertThat(api.log().events().getLast().header().actor()).isEqualTo(Actor.user(grace));
        assertThat(viewer.in(workspace).get("/api/v1/me").body().path("scopes").size())
                .isPositive();
    }

    @Test
    void anotherWorkspaceIsAsGoodAsNone() {
        String grace = people.user("grace@example.com");
        String hers = people.workspace(grace, Role.OWNER, grace);
        Browser browser = people.browser(ADA);

        assertThat(browser.in(hers).get("/api/v1/keys").status()).isEqualTo(404);
        assertThat(browser.in("ws_nonsense").get("/api/v1/keys").status()).isEqualTo(404);
        Told nowhere = browser.page().get("/api/v1/keys");
        assertThat(nowhere.status()).isEqualTo(400);
        assertThat(nowhere.code()).isEqualTo("workspace_required");
    }

    @ParameterizedTest
    @CsvSource({
        "right, same-origin, '',                    204",
        "right, '',          https://short.test,    204",
        "right, '',          '',                    204",
        "wrong, same-origin, '',                    403",
        "none,  same-origin, '',                    403",
        "right, cross-site,  '',                    403",
        "right, same-site,   '',                    403",
        "right, none,        '',                    403",
        "right, '',          https://evil.example,  403",
        "right, '',          null,                  403",
    })
    void aChangeByCookieIsMadeByAPageOfOursAlone(
            String token, String site, String origin, int status) {
        Browser browser = people.browser(ADA);
        Caller caller = browser.caller();
        if (!token.equals("none")) {
            caller =
                    caller.with(
                            "X-CSRF-Token",
                            token.equals("right") ? browser.csrfToken() : "0".repeat(64));
        }
        caller = site.isEmpty() ? caller : caller.with("Sec-Fetch-Site", site);
        caller = origin.isEmpty() ? caller : caller.with("Origin", origin);

        Told told = caller.delete(SESSION);

        assertThat(told.status()).isEqualTo(status);
        if (status == 403) {
            assertThat(told.code()).isEqualTo("csrf_token_invalid");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"cross-site", "same-site"})
    void noOtherSiteSignsAnybodyIn(String site) {
        Told told =
                api.anybody()
                        .with("Sec-Fetch-Site", site)
                        .post(
                                SESSION,
                                "{\"email\":\"" + ADA + "\",\"password\":\"" + PASSWORD + "\"}");

        assertThat(told.status()).isEqualTo(403);
        assertThat(told.code()).isEqualTo("cross_site_request");
    }

    @Test
    void whoSignsOutIsOutAtTheAnswer() {
        Browser browser = people.browser(ADA);
        Browser other = people.browser(ADA);

        Told out = browser.page().delete(SESSION);

        assertThat(out.status()).isEqualTo(204);
        assertThat(out.header("Set-Cookie")).contains("Max-Age=0");
        assertThat(browser.page().get(SESSION).status()).isEqualTo(401);
        assertThat(other.page().get(SESSION).status()).isEqualTo(200);
    }

    @Test
    void whoSignsOutEverywhereIsOutEverywhere() {
        Browser browser = people.browser(ADA);
        Browser other = people.browser(ADA);
        assertThat(other.page().get(SESSIONS).body().path("data").size()).isEqualTo(2);

        assertThat(browser.page().delete(SESSIONS).status()).isEqualTo(204);

        assertThat(browser.page().get(SESSION).status()).isEqualTo(401);
        assertThat(other.page().get(SESSION).status()).isEqualTo(401);
    }

    @Test
    void whoSignsOutOfOneBrowserStaysInTheOthers() {
        Browser browser = people.browser(ADA);
        Browser lost = people.browser(ADA);
        Browser other = people.browser(ADA);
        String id = idOf(lost);

        Told told = browser.page().delete(SESSIONS + "/" + id);

        assertThat(told.status()).isEqualTo(204);
        assertThat(told.header("Set-Cookie")).isEmpty();
        assertThat(lost.page().get(SESSION).status()).isEqualTo(401);
        assertThat(browser.page().get(SESSION).status()).isEqualTo(200);
        assertThat(other.page().get(SESSIONS).body().path("data")).hasSize(2);
        assertThat(browser.page().delete(SESSIONS + "/" + id).status()).isEqualTo(404);
    }

    @Test
    void nobodyEndsASessionOfSomebodyElse() {
        people.user("grace@example.com");
        Browser grace = people.browser("grace@example.com");
        Browser browser = people.browser(ADA);

        assertThat(browser.page().delete(SESSIONS + "/" + idOf(grace)).status()).isEqualTo(404);
        assertThat(grace.page().get(SESSION).status()).isEqualTo(200);
        assertThat(browser.page().delete(SESSIONS + "/" + ada).code()).isEqualTo("wrong_id_type");
    }

    private static String idOf(Browser browser) {
        for (JsonNode session : browser.page().get(SESSIONS).body().path("data")) {
            if (session.path("current").asBoolean()) {
                return session.path("id").asString();
            }
        }
        throw new AssertionError("the session is not listed");
    }

    @Test
    void aSessionEndsWhenItIsIdleAndInAnyCaseAfterTwelveHours() {
        Browser idle = people.browser(ADA);
        api.advance(Duration.ofMinutes(29));
        assertThat(idle.page().get(SESSION).status()).isEqualTo(200);
        api.advance(Duration.ofMinutes(29));
        assertThat(idle.page().get(SESSION).status()).isEqualTo(200);
        api.advance(Duration.ofMinutes(30));
        assertThat(idle.page().get(SESSION).status()).isEqualTo(401);

        Browser busy = people.browser(ADA);
        for (int i = 0; i < 12 * 60 - 1; i++) {
            api.advance(Duration.ofMinutes(1));
            assertThat(busy.page().get(SESSION).status()).isEqualTo(200);
        }
        api.advance(Duration.ofMinutes(1));
        assertThat(busy.page().get(SESSION).status()).isEqualTo(401);
    }

    @Test
    void aSessionThatIsActiveAtAnotherNodeIsNotIdle() {
        Browser browser = people.browser(ADA);
        String hash = api.users().byId(ada).orElseThrow().user().sessions().getFirst().hash();
        Sightings sightings = api.bean(Sightings.class);
        api.advance(Duration.ofMinutes(20));
        Elsewhere.session(sightings, hash, api.now());
        api.advance(Duration.ofMinutes(20));

        JsonNode listed = browser.page().get(SESSIONS).body().path("data").get(0);
        assertThat(listed.path("last_active_at").asString(""))
                .isEqualTo(api.now().toString().replace("Z", ".000Z"));

        api.advance(Duration.ofMinutes(20));
        Elsewhere.session(sightings, hash, api.now());
        api.advance(Duration.ofMinutes(30));
        assertThat(browser.page().get(SESSION).status()).isEqualTo(401);
    }

    @Test
    void aUserHasSoManyRequestsAMinuteInAllHisBrowsers() {
        people.user("grace@example.com");
        Browser first = people.browser(ADA);
        Browser second = people.browser(ADA);
        Browser other = people.browser("grace@example.com");
        Told told = first.page().get(SESSION);
        assertThat(told.header("RateLimit-Policy")).isEqualTo("\"user\";q=600;w=60");
        assertThat(told.header("RateLimit")).startsWith("\"user\";r=599;t=");
        for (int i = 1; i < 600; i++) {
            assertThat(second.page().get(SESSION).status()).isEqualTo(200);
        }

        Told refused = first.page().get(SESSION);

        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.code()).isEqualTo("rate_limited");
        assertThat(refused.header("RateLimit"))
                .isEqualTo("\"user\";r=0;t=" + refused.header("Retry-After"));
        assertThat(refused.body().path("violated-policies")).hasToString("[\"user\"]");
        assertThat(other.page().get(SESSION).status()).isEqualTo(200);
        api.advance(Duration.ofMinutes(1));
        assertThat(first.page().get(SESSION).status()).isEqualTo(200);
    }

    @Test
    void whoGuessesIsSlowedDownAndHisVictimIsNot() {
        api.peer(new byte[] {10, 0, 0, 1});
        for (int i = 0; i < 5; i++) {
            assertThat(people.signIn(ADA, "guess " + i).status()).isEqualTo(401);
        }
        Told sixth = people.signIn(ADA, PASSWORD);
        assertThat(sixth.status()).isEqualTo(429);
        assertThat(sixth.code()).isEqualTo("too_many_tries");
        assertThat(sixth.header("Retry-After")).isEqualTo("1");

        api.peer(new byte[] {10, 0, 0, 2});
        assertThat(people.signIn(ADA, PASSWORD).status()).isEqualTo(200);

        api.peer(new byte[] {10, 0, 0, 1});
        api.advance(Duration.ofSeconds(1));
        assertThat(people.signIn(ADA, "guess again").status()).isEqualTo(401);
        assertThat(people.signIn(ADA, PASSWORD).header("Retry-After")).isEqualTo("2");
        api.advance(Duration.ofSeconds(2));
        assertThat(people.signIn(ADA, PASSWORD).status()).isEqualTo(200);
    }

    @Test
    void manyTriesAtOnceAreNoMoreThanOneAfterTheOther() throws Exception {
        api.peer(new byte[] {10, 0, 0, 4});
        List<Future<Told>> tries = new ArrayList<>();
        try (ExecutorService guessers = Executors.newFixedThreadPool(8)) {
            for (int i = 0; i < 24; i++) {
                String guess = "guess " + i;
                tries.add(guessers.submit(() -> people.signIn(ADA, guess)));
            }
        }
        List<Integer> answers = new ArrayList<>();
        for (Future<Told> each : tries) {
            answers.add(each.get().status());
        }

        assertThat(answers).filteredOn(status -> status == 401).hasSize(5);
        assertThat(answers).filteredOn(status -> status == 429).hasSize(19);
    }

    @Test
    void nobodySignsInWhereItIsNotKnownWhoIsInForce() {
        api.restored(false);
        assertThat(people.signIn(ADA, PASSWORD).code()).isEqualTo("restoring");
        api.restored(true);
        api.keyAge(Duration.ofSeconds(11));
        assertThat(people.signIn(ADA, PASSWORD).code()).isEqualTo("auth_view_stale");
        api.keyAge(Duration.ZERO);
        assertThat(people.signIn(ADA, PASSWORD).status()).isEqualTo(200);
    }

    @Test
    void whoNamesAWorkspaceThatIsNotHisCanStillSignOut() {
        Browser browser = people.browser(ADA);

        assertThat(browser.in("ws_gone").get(SESSION).status()).isEqualTo(200);
        assertThat(browser.in("ws_gone").delete(SESSION).status()).isEqualTo(204);
    }

    @Test
    void whoTriesOneUserAfterTheOtherIsSlowedDownToo() {
        api.peer(new byte[] {10, 0, 0, 3});
        for (int i = 0; i < 20; i++) {
            assertThat(people.signIn("user" + i + "@example.com", "x").status()).isEqualTo(401);
        }
        assertThat(people.signIn("another@example.com", "x").status()).isEqualTo(429);
    }

    @Test
    void nobodySignsInWhereHisPasswordCouldBeRead() {
        try (TestApi plain = new TestApi(Map.of("POSTRIDER_BASE_URL", "http://short.test"))) {
            Told told = new TestPeople(plain).signIn(ADA, PASSWORD);

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
    void aKeyIsNoPerson() {
        Told told = api.caller().get(SESSION);

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
    void whatIsMissingIsNamed(String body, String errors) {
        Told told = api.anybody().post(SESSION, body);

        assertThat(told.status()).isEqualTo(422);
        assertThat(String.join(", ", told.errors())).isEqualTo(errors);
    }

    private static String withoutIds(Told told) {
        return told.text().replaceAll("req_[0-9a-z]+", "");
    }
}
