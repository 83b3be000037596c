package io.postrider.identity.users;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.identity.lastseen.KeyLastUse;
import io.postrider.identity.lastseen.LastSeenTracker;
import io.postrider.identity.lastseen.RemoteNode;
import io.postrider.identity.users.TestPeople.Browser;
import io.postrider.testkit.claims.Verifies;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** When a session ends: by its user, by time, and of no other. */
class SessionEndsTest {

    private static final String SESSION = "/api/v1/session";
    private static final String SESSIONS = "/api/v1/sessions";
    private static final String ADA = "ada@example.com";

    /** More secrets than a node remembers of all keys together. */
    private static final int ROTATIONS = 200_000;

    @AutoClose private final TestApi api = new TestApi(TestPeople.SECURE);
    private final TestPeople people = new TestPeople(api);
    private String ada = "";

    @BeforeEach
    void adaIsThere() {
        ada = people.user(ADA);
    }

    @Test
    @Verifies("session-ends")
    void signOutHoldsAtTheResponse() {
        Browser browser = people.browser(ADA);
        Browser other = people.browser(ADA);

        Response out = browser.page().delete(SESSION);

        assertThat(out.status()).isEqualTo(204);
        assertThat(out.header("Set-Cookie")).contains("Max-Age=0");
        assertThat(browser.page().get(SESSION).status()).isEqualTo(401);
        assertThat(other.page().get(SESSION).status()).isEqualTo(200);
    }

    @Test
    @Verifies("session-ends")
    void signOutEverywhereEndsAllSessions() {
        Browser browser = people.browser(ADA);
        Browser other = people.browser(ADA);
        assertThat(other.page().get(SESSIONS).body().path("data").size()).isEqualTo(2);

        assertThat(browser.page().delete(SESSIONS).status()).isEqualTo(204);

        assertThat(browser.page().get(SESSION).status()).isEqualTo(401);
        assertThat(other.page().get(SESSION).status()).isEqualTo(401);
    }

    @Test
    void signOutEndsOneSession() {
        Browser browser = people.browser(ADA);
        Browser lost = people.browser(ADA);
        Browser other = people.browser(ADA);
        String id = idOf(lost);

        Response told = browser.page().delete(SESSIONS + "/" + id);

        assertThat(told.status()).isEqualTo(204);
        assertThat(told.header("Set-Cookie")).isEmpty();
        assertThat(lost.page().get(SESSION).status()).isEqualTo(401);
        assertThat(browser.page().get(SESSION).status()).isEqualTo(200);
        assertThat(other.page().get(SESSIONS).body().path("data")).hasSize(2);
        assertThat(browser.page().delete(SESSIONS + "/" + id).status()).isEqualTo(404);
    }

    @Test
    void sessionsOfOtherUsersCannotBeEnded() {
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
    @Verifies("session-ends")
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
    @Verifies("session-ends")
    void aSessionThatIsActiveAtAnotherNodeIsNotIdle() {
        Browser browser = people.browser(ADA);
        String hash = api.users().byId(ada).orElseThrow().value().sessions().getFirst().hash();
        LastSeenTracker lastSeen = api.bean(LastSeenTracker.class);
        api.advance(Duration.ofMinutes(20));
        RemoteNode.session(lastSeen, hash, api.now());
        api.advance(Duration.ofMinutes(20));

        JsonNode listed = browser.page().get(SESSIONS).body().path("data").get(0);
        assertThat(listed.path("last_active_at").asString(""))
                .isEqualTo(api.now().toString().replace("Z", ".000Z"));

        api.advance(Duration.ofMinutes(20));
        RemoteNode.session(lastSeen, hash, api.now());
        api.advance(Duration.ofMinutes(30));
        assertThat(browser.page().get(SESSION).status()).isEqualTo(401);
    }

    @Test
    @Verifies("session-ends")
    void rotatedSecretsOfKeysEndNoSessionThatIsActive() {
        LastSeenTracker lastSeen = api.bean(LastSeenTracker.class);
        KeyLastUse use = new KeyLastUse("203.0.113.9", "curl/8.5", "GET /api/v1/links");
        for (int i = 0; i < ROTATIONS; i++) {
            lastSeen.key(TestApi.WORKSPACE, "key_a", "%016x".formatted(i), api.now(), () -> use);
        }
        RemoteNode.rotations(lastSeen, "key_b", ROTATIONS, api.now());

        Browser browser = people.browser(ADA);
        for (int i = 0; i < 3; i++) {
            api.advance(Duration.ofMinutes(29));
            assertThat(browser.page().get(SESSION).status()).isEqualTo(200);
        }
    }

    @Test
    void signOutIgnoresAForeignWorkspace() {
        Browser browser = people.browser(ADA);

        assertThat(browser.in("ws_gone").get(SESSION).status()).isEqualTo(200);
        assertThat(browser.in("ws_gone").delete(SESSION).status()).isEqualTo(204);
    }
}
