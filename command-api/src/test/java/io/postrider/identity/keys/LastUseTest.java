package io.postrider.identity.keys;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.testkit.claims.Verifies;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** When the secrets of a key were last used, from where and for what. */
class LastUseTest {

    private static final String KEYS = "/api/v1/keys";
    private static final String FIRST = "2026-11-20T10:00:00.000Z";
    private static final String SECOND = "2026-11-20T10:02:00.000Z";

    @AutoClose private final TestApi api = new TestApi();
    private final Caller owner = api.caller();

    @BeforeEach
    void aCallerComesFromSomewhere() {
        api.peer(new byte[] {(byte) 203, 0, 113, 9});
    }

    private Response make() {
        return owner.post(KEYS, "{\"name\":\"ci\",\"preset\":\"links\"}");
    }

    private static String path(Response made) {
        return KEYS + "/" + made.member("id");
    }

    private Caller with(Response made) {
        return api.callerAs(made.member("secret")).with("User-Agent", "curl/8.5");
    }

    private static String use(String at, String operation) {
        return "{\"at\":\"%s\",\"ip\":\"203.0.113.9\",\"user_agent\":\"curl/8.5\",\"operation\":\"%s\"}"
                .formatted(at, operation);
    }

    @Test
    void aKeyThatWasNotUsedSaysSo() {
        Response made = make();

        for (Response told : new Response[] {made, owner.get(path(made))}) {
            assertThat(told.body().path("last_used_at").isNull()).isTrue();
            assertThat(told.body().path("last_used").isNull()).isTrue();
            assertThat(told.body().path("previous_secret_last_used").isNull()).isTrue();
        }
    }

    @Test
    @Verifies("key-last-use")
    void aUseHasItsMinuteClientAndOperation() {
        Response made = make();
        api.advance(Duration.ofSeconds(59));
        with(made).get("/api/v1/links/lnk_01kb3q9a4yfz7v1m0k2j8h6g5d");

        JsonNode one = owner.get(path(made)).body();
        assertThat(one.path("last_used_at").asString("")).isEqualTo(FIRST);
        assertThat(one.path("last_used")).hasToString(use(FIRST, "GET /api/v1/links/{id}"));
        JsonNode listed =
                owner.get(KEYS).body().path("data").values().stream()
                        .filter(key -> key.path("id").asString("").equals(made.member("id")))
                        .findFirst()
                        .orElseThrow();
        assertThat(listed.path("last_used")).hasToString(use(FIRST, "GET /api/v1/links/{id}"));
        assertThat(owner.patch(path(made), "{\"name\":\"n\"}").body().path("last_used"))
                .isEqualTo(one.path("last_used"));
    }

    @Test
    @Verifies("key-last-use")
    void bothValidSecretsAreDistinguished() {
        Response made = make();
        with(made).get("/api/v1/links");
        Response rotated = owner.post(path(made) + "/rotate", "{\"overlap\":\"PT1H\"}");
        api.advance(Duration.ofMinutes(2));
        with(rotated).get("/api/v1/me");

        JsonNode both = owner.get(path(made)).body();
        assertThat(both.path("last_used_at").asString("")).isEqualTo(SECOND);
        assertThat(both.path("last_used")).hasToString(use(SECOND, "GET /api/v1/me"));
        assertThat(both.path("previous_secret_last_used"))
                .hasToString(use(FIRST, "GET /api/v1/links"));

        api.advance(Duration.ofHours(1));
        JsonNode after = owner.get(path(made)).body();
        assertThat(after.path("previous_secret_last_used").isNull()).isTrue();
        assertThat(after.path("last_used")).hasToString(use(SECOND, "GET /api/v1/me"));
    }

    @Test
    void deniedRequestsAreNotAUse() {
        Response made = make();
        String secret = made.member("secret");
        api.callerAs(secret.substring(0, secret.length() - 1)).get("/api/v1/me");
        api.callerAs(secret).with("Origin", "https://elsewhere.example").get("/api/v1/me");
        owner.post(path(made) + "/revoke");
        api.callerAs(secret).get("/api/v1/me");

        assertThat(owner.get(path(made)).body().path("last_used").isNull()).isTrue();
    }

    @Test
    void aCallerSeesItsOwnUse() {
        Response made = make();

        assertThat(with(made).get("/api/v1/me").body().path("key").path("last_used"))
                .hasToString(use(FIRST, "GET /api/v1/me"));
    }
}
