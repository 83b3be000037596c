package io.postrider.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.testkit.claims.Verifies;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** That who is let in changes here at once, and is answered when other nodes can know of it. */
class ShownEverywhereTest {

    private static final String ME = "/api/v1/me";
    private static final String KEY = "{\"name\":\"k\",\"scopes\":[\"links:read\"]}";

    @AutoClose private final TestApi api = new TestApi();
    private final Caller caller = api.caller();
    private final CompletableFuture<Boolean> arrival = new CompletableFuture<>();

    @Test
    @Verifies("key-revocation")
    void aRevocationIsAnsweredWhenTheLogShowsItAndIsInForceBefore() {
        Response key = caller.post("/api/v1/keys", KEY);
        Caller revoked = api.callerAs(key.member("secret"));
        assertThat(revoked.get(ME).status()).isEqualTo(200);
        api.arrival(arrival);

        CompletableFuture<Response> answer =
                CompletableFuture.supplyAsync(
                        () -> caller.post("/api/v1/keys/" + key.member("id") + "/revoke", "{}"));

        await().until(() -> revoked.get(ME).status() == 401);
        assertThat(answer).isNotDone();
        arrival.complete(true);
        assertThat(answer.join().status()).isEqualTo(200);
    }

    @Test
    void aWriteIsAnsweredAlsoIfTheLogIsLate() {
        api.arrival(CompletableFuture.completedFuture(false));

        assertThat(caller.post("/api/v1/keys", KEY).status()).isEqualTo(201);
    }

    @Test
    void writesWithoutEffectOnAccessDoNotWait() {
        api.arrival(arrival);

        assertThat(caller.post("/api/v1/links", "{\"url\":\"https://example.com/\"}").status())
                .isEqualTo(201);
    }
}
