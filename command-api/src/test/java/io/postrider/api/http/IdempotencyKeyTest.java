package io.postrider.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.platform.commands.CommandResult;
import io.postrider.testkit.claims.Verifies;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdempotencyKeyTest {

    private static final String LINKS = "/api/v1/links";
    private static final String BODY = "{\"url\":\"https://example.com/\"}";

    @AutoClose private final TestApi api = new TestApi();

    private final Caller caller = api.caller();

    @ParameterizedTest
    @ValueSource(strings = {"a", "\"a b\"x", "ü", " ", "", "a b", "\"\"", "LONG"})
    void anIdempotencyKeyIsVisibleAscii(String key) {
        String sent = key.equals("LONG") ? "x".repeat(256) : key;

        Response told = caller.with("Idempotency-Key", sent).post(LINKS, BODY);

        assertThat(told.status()).isEqualTo(key.equals("a") ? 201 : 400);
        if (!key.equals("a")) {
            assertThat(told.code()).isEqualTo("idempotency_key_invalid");
        }
    }

    @Test
    void aKeyInQuotationMarksIsTheSameKey() {
        Response bare = caller.with("Idempotency-Key", "k-1").post(LINKS, BODY);
        Response quoted = caller.with("Idempotency-Key", "\"k-1\"").post(LINKS, BODY);

        assertThat(quoted.member("id")).isEqualTo(bare.member("id"));
        assertThat(quoted.header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(bare.header("Idempotent-Replayed")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/v1/links;a=b", "/%61pi/v1/links", "/api/v1/link%73"})
    void anotherSpellingOfThePathIsTheSamePath(String spelling) {
        Caller repeating = caller.with("Idempotency-Key", "k-1");
        Response first = repeating.post(LINKS, BODY);
        Response second = repeating.post(spelling, BODY);

        assertThat(second.text()).isEqualTo(first.text());
        assertThat(second.header("Idempotent-Replayed")).isEqualTo("true");
    }

    @Test
    void aRepeatedRequestIsAnsweredInTheSameWay() {
        Caller repeating = caller.with("Idempotency-Key", "k-1");
        Response first = repeating.post(LINKS, BODY);
        api.advance(Duration.ofHours(3));
        Response second = repeating.post(LINKS, BODY);

        assertThat(second.status()).isEqualTo(201);
        assertThat(second.text()).isEqualTo(first.text());
        assertThat(second.header("ETag")).isEqualTo(first.header("ETag"));
        assertThat(second.header("Location")).isEqualTo(first.header("Location"));
        assertThat(second.header("Consistency-Token")).isEqualTo(first.header("Consistency-Token"));
        assertThat(api.log().events()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                LINKS + " {\"url\":\"https://example.com/\"",
                "/api/v1/keys {\"name\":\"a\",\"scopes\":[\"links:read\"]"
            })
    void aRepeatedRequestIsAnsweredAfterTheExpiry(String request) {
        Caller again = caller.with("Idempotency-Key", "a");
        String path = request.substring(0, request.indexOf(' '));
        String body =
                request.substring(path.length() + 1)
                        + ",\"expires_at\":\"%s\"}".formatted(api.now().plusSeconds(60));
        Response first = again.post(path, body);
        api.advance(Duration.ofHours(1));

        Response repeated = again.post(path, body);
        Response fresh = caller.post(path, body);

        assertThat(repeated.status()).isEqualTo(201);
        assertThat(repeated.member("id")).isEqualTo(first.member("id"));
        assertThat(repeated.header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(fresh.status()).isEqualTo(422);
        assertThat(fresh.body().path("errors").path(0).path("code").asString(""))
                .isEqualTo("in_the_past");
    }

    @Test
    void aKeyCannotStandForTwoRequests() {
        Caller repeating = caller.with("Idempotency-Key", "k-1");
        repeating.post(LINKS, BODY);
        Response other = repeating.post(LINKS, "{\"url\":\"https://example.com/2\"}");

        assertThat(other.status()).isEqualTo(422);
        assertThat(other.code()).isEqualTo("idempotency_key_reused");
    }

    @Test
    @Verifies("tenant-state")
    void aKeyIsOfOneWorkspaceAndOneOperation() {
        String key = "k-1";
        Caller other = api.callerOf(TestApi.OTHER_WORKSPACE);
        String first = caller.with("Idempotency-Key", key).post(LINKS, BODY).member("id");

        assertThat(other.with("Idempotency-Key", key).post(LINKS, BODY).member("id"))
                .isNotEqualTo(first);
        assertThat(
                        caller.with("Idempotency-Key", key)
                                .post(
                                        "/api/v1/keys",
                                        "{\"name\":\"k\",\"scopes\":[\"links:read\"]}")
                                .status())
                .isEqualTo(201);
    }

    @Test
    void aKeyUnderWayIsNotBegunAgain() {
        CompletableFuture<Void> release = new CompletableFuture<>();
        api.log().holdUntil(release);
        Caller repeating = caller.with("Idempotency-Key", "k-1");
        CompletableFuture<Response> first =
                CompletableFuture.supplyAsync(() -> repeating.post(LINKS, BODY));
        await().until(() -> !api.log().commands().isEmpty());

        Response second = repeating.post(LINKS, BODY);
        release.complete(null);

        assertThat(second.status()).isEqualTo(409);
        assertThat(second.code()).isEqualTo("idempotency_in_flight");
        assertThat(second.header("Retry-After")).isEqualTo("1");
        assertThat(first.join().status()).isEqualTo(201);
        assertThat(repeating.post(LINKS, BODY).header("Idempotent-Replayed")).isEqualTo("true");
    }

    @Test
    void failedRequestsMayReuseTheirIdempotencyKey() {
        Caller repeating = caller.with("Idempotency-Key", "k-1");
        api.log().settleInstead(new CommandResult.Unavailable("overloaded", "Why."));
        assertThat(repeating.post(LINKS, BODY).status()).isEqualTo(503);
        api.log().settleInstead(null);

        assertThat(repeating.post(LINKS, BODY).status()).isEqualTo(201);
    }

    @Test
    void aKeyOnSomethingElseThanPostIsPassedOver() {
        assertThat(caller.with("Idempotency-Key", "ü").get(LINKS).status()).isEqualTo(200);
    }
}
