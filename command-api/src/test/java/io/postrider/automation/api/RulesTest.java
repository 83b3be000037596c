package io.postrider.automation.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.platform.secrets.RunToken;
import io.postrider.schemas.Actor;
import io.postrider.schemas.Cause;
import io.postrider.schemas.CommandRecord;
import io.postrider.testkit.claims.Verifies;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpMethod;
import tools.jackson.databind.JsonNode;

class RulesTest {

    private static final String RULES = "/api/v1/automation/rules";
    private static final String RULE =
            """
            {"name":"Thank buyers","trigger":{"event_types":["order.paid"]},"filter":{"cel":"event.data.total > 100"},
             "actions":[{"key":"link","type":"links.create","with":{"jsonata":"{'url': 'https://shop.example.com/' & event.data.order_id}"}},
                        {"key":"call","type":"http.request","when":"has(steps.link.id)","with":{"url":"https://crm.example.com"}}]}
            """;

    @AutoClose private final TestApi api = new TestApi();
    private final Caller caller = api.caller();

    @Test
    void aChangeOfTheDraftNeedsTheVersionThatIsMeantAndMerges() {
        String rule = created();

        assertThat(caller.patch(rule, "{\"name\":\"Other\"}").code())
                .isEqualTo("precondition_required");
        Response changed =
                matching("\"1\"")
                        .patch(rule, "{\"filter\":null,\"trigger\":{\"event_types\":[\"a.b\"]}}");

        assertThat(changed.status()).as(changed.text()).isEqualTo(200);
        assertThat(changed.body().has("filter")).isFalse();
        assertThat(changed.body().at("/trigger/event_types/0").asString()).isEqualTo("a.b");
        assertThat(changed.body().path("actions").size()).isEqualTo(2);
        assertThat(matching("\"1\"").patch(rule, "{\"name\":\"Other\"}").code())
                .isEqualTo("version_mismatch");
        assertThat(matching("*").delete(rule).status()).isEqualTo(204);
    }

    @Test
    void errorsOfADefinitionAreNamed() {
        Response told =
                caller.post(
                        RULES,
                        RULE.replace("total > 100", "total >")
                                .replace("links.create", "links.make"));

        assertThat(told.status()).isEqualTo(422);
        assertThat(told.errors())
                .anyMatch(error -> error.startsWith("#/filter/cel "))
                .anyMatch(error -> error.startsWith("#/actions/0/type "));
    }

    @Test
    void theNumbersOfLimitsAndRetriesAreTaken() {
        String limited =
                """
                {"name":"Limited","trigger":{"event_types":["order.paid"]},
                 "flow":{"rate_limit":{"limit":%1$s,"period":"PT1M"},"concurrency":{"limit":%1$s}},
                 "actions":[{"key":"c","type":"http.request","with":{"url":"https://example.com/"},"retry":{"max_attempts":%1$s}}]}
                """;

        Response made = caller.post(RULES, limited.formatted("2"));

        assertThat(made.status()).as(made.text()).isEqualTo(201);
        assertThat(made.body().at("/flow/concurrency/limit").asInt(0)).isEqualTo(2);
        for (String wrong : List.of("0", "1.5", "\"2\"", "99999999999", "1e400")) {
            assertThat(caller.post(RULES, limited.formatted(wrong)).status())
                    .as(wrong)
                    .isBetween(400, 422);
        }
    }

    @Test
    void aPublisherNeedsTheScopesOfTheActions() {
        String rule = created();
        Caller narrow = api.caller("automation.rules:write").with("If-Match", "*");

        Response refused = narrow.post(rule + "/publish");

        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.code()).isEqualTo("scope_exceeds_own");
        assertThat(refused.text()).contains("links:write");
        Response published =
                api.caller("automation.rules:write", "links:write", "events:read")
                        .with("If-Match", "*")
                        .post(rule + "/publish");
        assertThat(published.body().at("/published/scopes").toString())
                .isEqualTo("[\"links:write\",\"events:read\"]");
    }

    @Test
    @Verifies("event-rights")
    void aPublisherNeedsTheReadScopesOfTheTrigger() {
        String rule = created(RULE.replace("order.paid", "message.received"));

        Response refused =
                api.caller("automation.rules:write", "links:write", "events:read")
                        .with("If-Match", "*")
                        .post(rule + "/publish");

        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.body().path("required").toString()).isEqualTo("[\"messages:read\"]");
    }

    @Test
    @Verifies("event-rights")
    void aCallerDrivesNoRuleWithScopesThatItLacks() {
        String rule = created();
        matching("*").post(rule + "/publish");

        Response refused =
                api.caller("automation.rules:write").post(rule + "/trigger", "{\"data\":{}}");

        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.code()).isEqualTo("scope_exceeds_own");
        assertThat(caller.post(rule + "/trigger", "{\"data\":{}}").status()).isEqualTo(201);
    }

    @Test
    @Verifies("event-rights")
    void resumingOrRetryingRequiresTheScopesOfTheRule() {
        String rule = created();
        matching("*").post(rule + "/publish");
        Response started = caller.post(rule + "/trigger", "{\"data\":{}}");
        String run = "/api/v1/automation/runs/" + started.member("id");
        Caller narrow =
                api.caller("automation.rules:write", "automation.runs:write", "events:read");
        Caller blind = api.caller("automation.runs:write").with("If-Match", "*");

        caller.post(rule + "/pause");
        assertThat(narrow.post(rule + "/resume").code()).isEqualTo("scope_exceeds_own");
        assertThat(caller.post(rule + "/resume").member("state")).isEqualTo("active");
        assertThat(narrow.post(run + "/cancel").member("status")).isEqualTo("canceled");
        assertThat(narrow.post(run + "/retry").body().path("required").toString())
                .isEqualTo("[\"links:write\"]");
        Response none = narrow.post("/api/v1/automation/runs/retry", "{\"status\":\"canceled\"}");
        assertThat(none.body().path("matched").asInt()).isZero();
        assertThat(caller.post(run + "/retry").member("status")).isEqualTo("running");
        assertThat(blind.post(run + "/cancel").member("status")).isEqualTo("canceled");
    }

    @Test
    @Verifies("event-rights")
    void aRuleActsWithTheScopesOfItsTriggerAndActions() {
        assertThat(scopesOf(RULE.replace("order.paid", "message.*")))
                .isEqualTo("[\"links:write\",\"messages:read\"]");
        assertThat(scopesOf(RULE.replace("order.paid", "automation.run.failed")))
                .contains("links:write", "contacts:read")
                .doesNotContain("keys:write");
    }

    @Test
    @Verifies("event-rights")
    void theScopesOfADraftAreShownBeforeItIsPublished() {
        String rule = created();

        assertThat(matching("*").get(rule + "/scopes").text())
                .isEqualTo(
                        "{\"object\":\"rule_scopes\",\"scopes\":[\"links:write\",\"events:read\"],\"missing\":[]}");
        assertThat(api.caller("automation.rules:read").get(rule + "/scopes").body().path("missing"))
                .hasToString("[\"links:write\",\"events:read\"]");
    }

    private String scopesOf(String rule) {
        return matching("*")
                .post(created(rule) + "/publish")
                .body()
                .at("/published/scopes")
                .toString();
    }

    @Test
    void aFormerVersionIsPutIntoForceAgain() {
        String rule = created();
        matching("*").post(rule + "/publish");
        matching("*").patch(rule, "{\"filter\":null}");
        matching("*").post(rule + "/publish");

        Response back = matching("*").post(rule + "/rollback", "{\"version\":1}");

        assertThat(back.body().at("/published/number").asInt()).isEqualTo(3);
        assertThat(back.body().at("/published/filter/cel").asString()).contains("total");
        assertThat(caller.get(rule + "/versions").body().path("data").size()).isEqualTo(3);
        assertThat(matching("*").post(rule + "/rollback", "{\"version\":9}").status())
                .isEqualTo(422);
    }

    @Test
    void aRuleIsPutByItsExternalIdAndExportedInTheSameForm() {
        HttpMethod put = HttpMethod.PUT;
        String path = RULES + "/by-external-id/thank-buyers";

        Response made = caller.send(put, path, RULE);
        Response again = caller.send(put, path, RULE.replace("100", "200"));

        assertThat(made.status()).as(made.text()).isEqualTo(201);
        assertThat(again.status()).as(again.text()).isEqualTo(200);
        assertThat(again.member("id")).isEqualTo(made.member("id"));
        assertThat(again.member("external_id")).isEqualTo("thank-buyers");
        JsonNode exported = caller.get(RULES + "/export").body().at("/rules/0");
        assertThat(exported.at("/filter/cel").asString()).contains("200");
        assertThat(caller.send(put, path, exported.toString()).member("version")).isEqualTo("2");
    }

    @Test
    void aDeletedRuleIsPutAgainByItsExternalId() {
        String path = RULES + "/by-external-id/thank-buyers";
        Response made = caller.send(HttpMethod.PUT, path, RULE);
        String rule = RULES + "/" + made.member("id");
        assertThat(matching("*").delete(rule).status()).isEqualTo(204);

        Response again = caller.send(HttpMethod.PUT, path, RULE);

        assertThat(again.status()).as(again.text()).isEqualTo(201);
        assertThat(again.member("id")).isEqualTo(made.member("id"));
        assertThat(caller.get(rule).member("state")).isEqualTo("draft");
    }

    @Test
    void aRuleWithoutAnExternalIdIsExportedAndPutUnderItsId() {
        String rule = created();
        JsonNode exported = caller.get(RULES + "/export").body().at("/rules/0");
        String name = exported.path("external_id").asString();

        Response put =
                caller.send(HttpMethod.PUT, RULES + "/by-external-id/" + name, exported.toString());

        assertThat(put.status()).as(put.text()).isEqualTo(200);
        assertThat(rule).endsWith(put.member("id"));
        assertThat(caller.get(RULES + "/export").body().path("rules")).containsExactly(exported);
    }

    @Test
    void aTrialEvaluatesTheDraftAndPerformsNothing() {
        String rule = created();
        int before = api.log().commands().size();

        Response large =
                caller.post(
                        rule + "/test",
                        "{\"event\":{\"type\":\"order.paid\",\"data\":{\"order_id\":\"A1\",\"total\":500}}}");
        Response small =
                caller.post(
                        rule + "/test",
                        "{\"event\":{\"type\":\"order.paid\",\"data\":{\"order_id\":\"A1\",\"total\":5}}}");

        assertThat(large.body().path("matches").asBoolean()).isTrue();
        assertThat(large.body().at("/steps/0/input/url").asString())
                .isEqualTo("https://shop.example.com/A1");
        assertThat(large.body().at("/steps/1/status").asString()).isEqualTo("skipped");
        assertThat(small.body().path("matches").asBoolean()).isFalse();
        assertThat(api.log().commands()).hasSize(before);
    }

    @Test
    @Verifies("event-rights")
    void anEventThatTheCallerMayNotReadIsUnknownToTrialsAndExplanations() {
        String rule = created();
        caller.post("/api/v1/links", "{\"url\":\"https://example.com/\"}");
        String event = caller.get("/api/v1/events").body().at("/data/0/id").asString("");
        String body = "{\"event_id\":\"" + event + "\"}";
        Caller narrow = api.caller("automation.rules:write");

        for (String way : List.of("/test", "/explain")) {
            assertThat(narrow.post(rule + way, body).status()).as(way).isEqualTo(404);
            assertThat(caller.post(rule + way, body).status()).as(way).isEqualTo(200);
        }
    }

    @Test
    void aRunIsStartedByHandStoppedAndMadeAgain() {
        String rule = created();
        assertThat(caller.post(rule + "/trigger", "{\"data\":{}}").code())
                .isEqualTo("rule_not_published");
        matching("*").post(rule + "/publish");

        Response started = caller.post(rule + "/trigger", "{\"data\":{\"order_id\":\"A1\"}}");

        assertThat(started.status()).as(started.text()).isEqualTo(201);
        assertThat(started.body().at("/event/data/order_id").asString()).isEqualTo("A1");
        String run = "/api/v1/automation/runs/" + started.member("id");
        assertThat(caller.post(run + "/retry").code()).isEqualTo("run_not_retryable");
        assertThat(caller.post(run + "/cancel").member("status")).isEqualTo("canceled");
        assertThat(caller.post(run + "/retry", "{\"from\":\"start\"}").member("status"))
                .isEqualTo("running");
        assertThat(caller.post(run + "/retry", "{\"from\":\"middle\"}").status()).isEqualTo(422);
        Response odd = caller.post(run + "/retry", "{\"version\":\"2\"}");
        assertThat(odd.body().at("/errors/0/pointer").asString()).isEqualTo("#/version");
    }

    @Test
    void aRunIsMadeAgainByTheVersionInForceAndKeepsTheTryBefore() {
        String rule = created();
        matching("*").post(rule + "/publish");
        Response started = caller.post(rule + "/trigger", "{\"data\":{}}");
        String run = "/api/v1/automation/runs/" + started.member("id");
        caller.post(run + "/cancel");
        matching("*").post(rule + "/publish");

        Response same = caller.post(run + "/retry", "{\"version\":\"same\"}");
        caller.post(run + "/cancel");
        Response active = caller.post(run + "/retry", "{\"version\":\"active\"}");

        assertThat(same.body().path("rule_version").asInt()).isEqualTo(1);
        assertThat(active.body().path("rule_version").asInt()).as(active.text()).isEqualTo(2);
        assertThat(active.body().path("history")).hasSize(2);
        assertThat(active.body().at("/history/0/status").asString()).isEqualTo("canceled");
        assertThat(active.body().at("/history/0/number").asInt()).isEqualTo(1);
    }

    @Test
    void aRunCallsWithTheScopesOfItsRuleAndIsTheCauseOfItsChanges() {
        RunToken token =
                new RunToken(
                        TestApi.WORKSPACE,
                        "rul_01kb3q9b6wf3s5r8t1v4x7z0c2",
                        List.of("links:write"),
                        new Cause("evt_01kb3q9d0zf2e4g6h8j1k3m5n7", "run_1", 2));
        Caller run = api.anonymous().with(Map.of("Authorization", header(token)));

        Response made = run.post("/api/v1/links", "{\"url\":\"https://example.com\"}");

        assertThat(made.status()).as(made.text()).isEqualTo(201);
        CommandRecord command = api.log().commands().getLast();
        assertThat(command.header().actor()).isEqualTo(Actor.rule(token.ruleId(), token.cause()));
        assertThat(run.post("/api/v1/keys", "{\"name\":\"x\",\"preset\":\"links\"}").status())
                .isEqualTo(403);
        assertThat(
                        api.anonymous()
                                .with("Authorization", header(token) + "x")
                                .get("/api/v1/links")
                                .status())
                .isEqualTo(401);
    }

    private String header(RunToken token) {
        return token.header(
                api.secrets().derive(RunToken.PURPOSE), Instant.parse("2026-11-20T10:00:00Z"));
    }

    private Caller matching(String etag) {
        return caller.with("If-Match", etag);
    }

    private String created() {
        return created(RULE);
    }

    private String created(String definition) {
        Response made = caller.post(RULES, definition);
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return RULES + "/" + made.member("id");
    }
}
