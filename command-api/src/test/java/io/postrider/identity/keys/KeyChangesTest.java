package io.postrider.identity.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.keys.KeyCommand;
import io.postrider.domain.keys.KeyPatch;
import io.postrider.schemas.Actor;
import io.postrider.schemas.CommandHeader;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.Context;
import io.postrider.testkit.claims.Verifies;
import io.postrider.web.route.AuditTrail;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How keys change once they are made, and who may change them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KeyChangesTest {

    private static final String KEYS = "/api/v1/keys";
    private static final String ME = "/api/v1/me";

    @AutoClose private final TestApi api = new TestApi();

    @Test
    void givenFieldsChangeAndOthersStay() {
        Response made = make("\"scopes\":[\"links:write\"],\"requests_per_minute\":7");

        Response changed =
                api.caller()
                        .patch(
                                path(made),
                                """
                                {"name":"new","scopes":["links:read"],"ip_allow":["10.0.0.0/8"],
                                 "origins":["HTTPS://App.Example.com:443"]}\
                                """);

        assertThat(changed.status()).isEqualTo(200);
        assertThat(changed.header("ETag")).isEqualTo("\"2\"");
        assertThat(changed.member("name")).isEqualTo("new");
        assertThat(changed.body().path("scopes")).hasToString("[\"links:read\"]");
        assertThat(changed.body().path("ip_allow")).hasToString("[\"10.0.0.0/8\"]");
        assertThat(changed.body().path("origins")).hasToString("[\"https://app.example.com\"]");
        assertThat(changed.body().path("requests_per_minute").intValue()).isEqualTo(7);
        assertThat(changed.text()).doesNotContain("secret\":");
        Response cleared =
                api.caller().patch(path(made), "{\"requests_per_minute\":null,\"ip_allow\":null}");
        assertThat(cleared.body().path("requests_per_minute").intValue()).isEqualTo(600);
        assertThat(cleared.body().path("ip_allow")).hasToString("[]");
    }

    @Test
    void aChangeHoldsForTheNextRequest() {
        Response made = make("\"scopes\":[\"links:read\",\"keys:read\"]");
        Caller caller = api.callerAs(made.member("secret"));
        assertThat(caller.get(KEYS).status()).isEqualTo(200);

        api.caller().patch(path(made), "{\"scopes\":[\"links:read\"]}");

        Response refused = caller.get(KEYS);
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.code()).isEqualTo("scope_missing");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"name\":null}                            | #/name not_nullable",
                "{\"name\":\"\"}                              | #/name invalid_length",
                "{\"scopes\":[]}                            | #/scopes too_few",
                "{\"scopes\":[\"nope\"]}                      | #/scopes/0 unknown_scope",
                "{\"preset\":\"nope\"}                        | #/preset unknown_preset",
                "{\"scopes\":[\"links:read\"],\"preset\":\"full\"} | #/preset exclusive",
                "{\"origins\":[\"https://a.example/x\"]}      | #/origins/0 invalid_origin",
                "{\"origins\":[\"null\"]}                     | #/origins/0 invalid_origin",
                "{\"origins\":[\"*\"]}                        | #/origins/0 invalid_origin",
                "{\"expires_at\":\"2020-01-01T00:00:00Z\"}    | #/expires_at in_the_past",
                "{\"requests_per_minute\":0}                | #/requests_per_minute out_of_range",
                "{\"environment\":\"test\"}                   | #/environment unknown_field",
            })
    void aFieldThatCannotBeIsNamed(String body, String error) {
        Response told = api.caller().patch(path(make("\"preset\":\"links\"")), body);

        assertThat(told.status()).isIn(400, 422);
        assertThat(told.errors()).containsExactly(error);
    }

    @Test
    @Verifies("key-grants")
    void aKeyCannotBeWidenedBeyondItsCaller() {
        Response made = make("\"scopes\":[\"links:read\"]");
        Response full = make("\"preset\":\"full\"");
        Caller limited = api.caller("keys:write", "links:read");

        Response wider = limited.patch(path(made), "{\"scopes\":[\"links:write\"]}");
        assertThat(wider.status()).isEqualTo(403);
        assertThat(wider.code()).isEqualTo("scope_exceeds_own");
        assertThat(wider.body().path("required")).hasToString("[\"links:write\"]");
        assertThat(limited.patch(path(full), "{\"expires_at\":null,\"origins\":[]}").status())
                .isEqualTo(200);
        assertThat(limited.patch(path(full), "{\"requests_per_minute\":9}").code())
                .isEqualTo("scope_exceeds_own");
        assertThat(limited.patch(path(full), "{\"name\":\"renamed\"}").status()).isEqualTo(200);
        assertThat(limited.patch(path(full), "{\"scopes\":[\"links:read\"]}").status())
                .isEqualTo(200);
        assertThat(limited.post(path(made) + "/rotate").status()).isEqualTo(200);
    }

    @Test
    @Verifies("key-grants")
    void aKeyWithAWiderGrantCannotBeTakenOver() {
        Response full = make("\"preset\":\"full\"");

        Response told = api.caller("keys:write", "links:read").post(path(full) + "/rotate");

        assertThat(told.status()).isEqualTo(403);
        assertThat(told.code()).isEqualTo("scope_exceeds_own");
        assertThat(api.audit())
                .anyMatch(entry ->
                        entry.operation().equals("POST /api/v1/keys/{id}/rotate")
                                && entry.deed()
                                        .equals(new AuditTrail.Deed.Denied("scope_exceeds_own")));
        assertThat(api.callerAs(full.member("secret")).get(ME).status()).isEqualTo(200);
    }

    @Test
    @Verifies("key-restrictions")
    void aRotatedSecretIsGoodUntilItsOverlapEnds() {
        Response made = make("\"preset\":\"links\"");

        Response rotated = api.caller().post(path(made) + "/rotate", "{\"overlap\":\"PT1H\"}");

        assertThat(rotated.status()).isEqualTo(200);
        assertThat(rotated.member("id")).isEqualTo(made.member("id"));
        assertThat(rotated.member("prefix")).isEqualTo(made.member("prefix"));
        assertThat(rotated.member("previous_secret_ends_at"))
                .isEqualTo(api.now().plusSeconds(3600).toString().replace("Z", ".000Z"));
        Caller old = api.callerAs(made.member("secret"));
        Caller fresh = api.callerAs(rotated.member("secret"));
        assertThat(old.get(ME).status()).isEqualTo(200);
        assertThat(fresh.get(ME).status()).isEqualTo(200);
        api.advance(Duration.ofHours(1));
        assertThat(old.get(ME).status()).isEqualTo(401);
        assertThat(fresh.get(ME).status()).isEqualTo(200);
    }

    @Test
    void aRotationWithoutABodyOverlapsForADay() {
        Response made = make("\"preset\":\"links\"");

        Response rotated = api.caller().post(path(made) + "/rotate");

        assertThat(rotated.member("previous_secret_ends_at"))
                .isEqualTo(api.now().plusSeconds(86_400).toString().replace("Z", ".000Z"));
    }

    @Test
    @Verifies("key-restrictions")
    void aSecondRotationEndsTheOldestSecret() {
        Response made = make("\"preset\":\"links\"");
        Response first = api.caller().post(path(made) + "/rotate");
        Response second = api.caller().post(path(made) + "/rotate");

        assertThat(api.callerAs(made.member("secret")).get(ME).status()).isEqualTo(401);
        assertThat(api.callerAs(first.member("secret")).get(ME).status()).isEqualTo(200);
        assertThat(api.callerAs(second.member("secret")).get(ME).status()).isEqualTo(200);
        api.caller().post(path(made) + "/revoke");
        assertThat(api.callerAs(first.member("secret")).get(ME).status()).isEqualTo(401);
        assertThat(api.callerAs(second.member("secret")).get(ME).status()).isEqualTo(401);
    }

    @Test
    void withoutAnOverlapTheOldSecretEndsAtTheAnswer() {
        Response made = make("\"preset\":\"links\"");

        api.caller().post(path(made) + "/rotate", "{\"overlap\":\"PT0S\"}");

        assertThat(api.callerAs(made.member("secret")).get(ME).status()).isEqualTo(401);
    }

    @ParameterizedTest
    @Verifies("key-restrictions")
    @CsvSource({
        "-PT1S,out_of_range",
        "P31D,out_of_range",
        "1 day,invalid_duration",
        "PT,invalid_duration"
    })
    void anOverlapHasBounds(String overlap, String code) {
        Response told =
                api.caller()
                        .post(
                                path(make("\"preset\":\"links\"")) + "/rotate",
                                "{\"overlap\":\"" + overlap + "\"}");

        assertThat(told.status()).isEqualTo(422);
        assertThat(told.errors()).containsExactly("#/overlap " + code);
    }

    @Test
    @Verifies("key-shown-once")
    void aRepeatedRotationShowsNoSecretAndMakesNone() {
        Response made = make("\"preset\":\"links\"");
        Caller repeating = api.caller().with("Idempotency-Key", "rotate-once");
        Response first = repeating.post(path(made) + "/rotate");
        Response second = repeating.post(path(made) + "/rotate");

        assertThat(second.status()).isEqualTo(200);
        assertThat(second.header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(second.body().path("secret").isNull()).isTrue();
        assertThat(second.body().path("secret_available").booleanValue()).isFalse();
        assertThat(second.member("version")).isEqualTo(first.member("version"));
        assertThat(api.callerAs(first.member("secret")).get(ME).status()).isEqualTo(200);
    }

    @Test
    void aKeyThatChangesMeanwhileIsRotatedAllTheSame() throws Exception {
        Response made = make("\"preset\":\"links\"");
        changedElsewhere(made.member("id"));
        Caller repeating = api.caller().with("Idempotency-Key", "rotate-once");
        int before = api.log().commands().size();
        CompletableFuture<Void> release = new CompletableFuture<>();
        api.log().holdUntil(release);
        Future<Response> asked;
        try (ExecutorService callers = Executors.newSingleThreadExecutor()) {
            asked = callers.submit(() -> repeating.post(path(made) + "/rotate"));
            await().until(() -> api.log().commands().size() > before);
            api.log().events().forEach(api.keys()::apply);
            release.complete(null);
        }

        assertThat(asked.get().status()).as(asked.get().text()).isEqualTo(200);
        assertThat(asked.get().body().path("version").intValue()).isEqualTo(3);
        assertThat(asked.get().member("name")).isEqualTo("elsewhere");
        assertThat(api.callerAs(asked.get().member("secret")).get(ME).status()).isEqualTo(200);
        Response second = repeating.post(path(made) + "/rotate");
        assertThat(second.status()).isEqualTo(200);
        assertThat(second.header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(second.body().path("secret").isNull()).isTrue();
        assertThat(second.body().path("version").intValue()).isEqualTo(3);
    }

    /** A change that another node has answered, and that this one has not heard of. */
    private void changedElsewhere(String key) {
        api.log()
                .send(
                        Context.KEYS,
                        new CommandRecord(
                                new CommandHeader(
                                        api.id(IdKind.CMD),
                                        "key.update",
                                        api.now(),
                                        TestApi.WORKSPACE,
                                        key,
                                        Actor.system("test"),
                                        null,
                                        null,
                                        null,
                                        null),
                                new KeyCommand.UpdateKey(
                                        TestApi.WORKSPACE,
                                        new KeyPatch(
                                                List.of("name"),
                                                "elsewhere",
                                                List.of(),
                                                List.of(),
                                                List.of(),
                                                List.of(),
                                                0,
                                                null))));
    }

    @Test
    void aKeyThatIsOutOfForceChangesNoMore() {
        Response revoked = make("\"preset\":\"links\"");
        api.caller().post(path(revoked) + "/revoke");
        Response expired =
                make("\"preset\":\"links\",\"expires_at\":\"" + api.now().plusSeconds(60) + "\"");
        api.advance(Duration.ofMinutes(1));

        for (String code : List.of("key_revoked", "key_expired")) {
            String path = path(code.equals("key_revoked") ? revoked : expired);
            Response renamed = api.caller().patch(path, "{\"name\":\"n\"}");
            assertThat(renamed.status()).isEqualTo(409);
            assertThat(renamed.code()).isEqualTo(code);
            assertThat(api.caller().post(path + "/rotate").code()).isEqualTo(code);
        }
    }

    @Test
    void anotherWorkspacesKeyIsAsGoodAsUnknown() {
        Response made = make("\"preset\":\"links\"");
        Caller stranger = api.callerOf(TestApi.OTHER_WORKSPACE);

        assertThat(stranger.patch(path(made), "{\"name\":\"stolen\"}").status()).isEqualTo(404);
        assertThat(stranger.post(path(made) + "/rotate").status()).isEqualTo(404);
        assertThat(stranger.post(path(made) + "/revoke").status()).isEqualTo(404);
    }

    @Test
    void anETagThatIsOutOfDateIsRefused() {
        Response made = make("\"preset\":\"links\"");
        Caller careful = api.caller().with("If-Match", "\"1\"");

        assertThat(careful.patch(path(made), "{\"name\":\"a\"}").status()).isEqualTo(200);
        assertThat(careful.patch(path(made), "{\"name\":\"b\"}").status()).isEqualTo(412);
        assertThat(careful.post(path(made) + "/rotate").status()).isEqualTo(412);
    }

    private Response make(String fields) {
        Response made = api.caller().post(KEYS, "{\"name\":\"old\"," + fields + "}");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made;
    }

    private static String path(Response made) {
        return KEYS + "/" + made.member("id");
    }

    @Test
    void anUncheckedVersionIsNotChanged() {
        Response made = make("\"scopes\":[\"links:read\"]");
        Caller ahead = api.caller("keys:write", "links:read").with("If-Match", "\"2\"");

        assertThat(ahead.post(path(made) + "/rotate").status()).isEqualTo(412);
        assertThat(ahead.patch(path(made), "{\"scopes\":[\"links:read\"]}").status())
                .isEqualTo(412);
        assertThat(api.log().commands().getLast().header().type()).isEqualTo("key.create");
    }

    @Test
    void aNewerVersionIsCheckedAgain() {
        // Who asks waits for a second; where this thread takes longer than that, it is tried anew.
        await().untilAsserted(
                        () -> assertThat(rotatedWhileItChanges()).isEqualTo("scope_exceeds_own"));
    }

    private String rotatedWhileItChanges() throws Exception {
        Response made = make("\"scopes\":[\"links:read\"]");
        Caller narrow = api.caller("keys:write", "links:read").with("If-Match", "\"2\"");
        Future<Response> asked;
        try (ExecutorService callers = Executors.newSingleThreadExecutor()) {
            asked = callers.submit(() -> narrow.post(path(made) + "/rotate"));
            api.caller().patch(path(made), "{\"preset\":\"full\"}");
        }

        return asked.get().code();
    }

    @Test
    @Verifies("event-rights")
    void aRevocationTellsTheRulesAndWebhooksOfTheKey() {
        Response key = api.caller().post("/api/v1/keys", "{\"name\":\"ci\",\"preset\":\"full\"}");
        Caller caller = api.callerAs(key.member("secret"));
        Response rule =
                caller.post(
                        "/api/v1/automation/rules",
                        "{\"name\":\"R\",\"trigger\":{\"event_types\":[\"order.paid\"]},\"actions\":[{\"key\":\"s\",\"type\":\"stop\"}]}");
        String path = "/api/v1/automation/rules/" + rule.member("id");
        assertThat(caller.with("If-Match", "*").post(path + "/publish").status()).isEqualTo(200);
        Response webhook =
                caller.post(
                        "/api/v1/webhooks",
                        "{\"url\":\"https://a.example.com/\",\"event_types\":[\"*\"]}");

        Response revoked = api.caller().post("/api/v1/keys/" + key.member("id") + "/revoke");

        assertThat(revoked.body().path("rules").toString())
                .isEqualTo("[\"" + rule.member("id") + "\"]");
        assertThat(revoked.body().path("webhooks").toString())
                .isEqualTo("[\"" + webhook.member("id") + "\"]");
        assertThat(webhook.member("saved_by")).isEqualTo(key.member("id"));
        String by = "?published_by=" + key.member("id");
        assertThat(api.caller().get("/api/v1/automation/rules" + by).body().path("data").size())
                .isEqualTo(1);
        assertThat(
                        api.caller()
                                .get("/api/v1/webhooks?saved_by=key_none")
                                .body()
                                .path("data")
                                .size())
                .isZero();
    }
}
