package io.postrider.identity.keys;

import static io.postrider.testkit.records.Records.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.domain.keys.ApiKey;
import io.postrider.testkit.claims.Verifies;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** That a workspace cannot fill the memory of every node with keys. */
class ManyKeysTest {

    private static final String PATH = "/api/v1/keys";
    private static final String BODY = "{\"name\":\"one more\",\"preset\":\"links\"}";
    private static final int IN_FORCE_MAX = 10_000;
    private static final int HELD_MAX = 20_000;

    @AutoClose private final TestApi api = new TestApi();
    private final Caller caller = api.caller();

    @Test
    @Verifies("tenant-memory")
    void aWorkspaceHasABoundOfKeysInForce() {
        Caller repeating = caller.with("Idempotency-Key", "k1");
        Response first = repeating.post(PATH, BODY);
        fill(IN_FORCE_MAX, key -> key);

        Response told = caller.post(PATH, BODY);
        Response repeated = repeating.post(PATH, BODY);

        assertThat(told.status()).isEqualTo(409);
        assertThat(told.code()).isEqualTo("too_many_keys");
        assertThat(repeated.member("id")).isEqualTo(first.member("id"));
        assertThat(api.callerAs(api.key(TestApi.OTHER_WORKSPACE)).post(PATH, BODY).status())
                .isEqualTo(201);
    }

    @Test
    void aKeyThatIsRevokedMakesRoomForAnother() {
        Response made = caller.post(PATH, BODY);
        fill(IN_FORCE_MAX, key -> key);
        assertThat(caller.post(PATH, BODY).status()).isEqualTo(409);

        assertThat(caller.post(PATH + "/" + made.member("id") + "/revoke").status()).isEqualTo(200);

        assertThat(caller.post(PATH, BODY).status()).isEqualTo(201);
    }

    @Test
    @Verifies("tenant-memory")
    void keysThatEndedOfLateCountUntilTheyAreForgotten() {
        String last = fill(HELD_MAX, key -> with(key, "revokedAt", api.now()));
        assertThat(caller.post(PATH, BODY).code()).isEqualTo("too_many_keys");

        api.advance(Duration.ofDays(30));
        assertThat(caller.post(PATH, BODY).code()).isEqualTo("too_many_keys");
        api.advance(Duration.ofDays(2));

        assertThat(caller.post(PATH, BODY).status()).isEqualTo(201);
        assertThat(api.keys().size()).isEqualTo(2);
        assertThat(api.callerAs(last).get("/api/v1/me").status()).isEqualTo(401);
    }

    @Test
    void nodesThatOnlyReadKeysForgetThemToo() {
        fill(HELD_MAX, key -> with(key, "expiresAt", api.now().minus(Duration.ofDays(32))));

        assertThat(api.keys().size()).isLessThanOrEqualTo(IN_FORCE_MAX + 1_000);
    }

    /** Until the workspace has so many. */
    private String fill(int count, UnaryOperator<ApiKey> change) {
        String last = "";
        for (int i = api.keys().size(); i < count; i++) {
            last = api.key(TestApi.WORKSPACE, change);
        }
        return last;
    }
}
