package io.postrider.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.testkit.http.Answer;
import io.postrider.testkit.http.ReceivedRequest;
import io.postrider.testkit.http.RecordingReceiver;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Rules act on published events through the API and other services, once for each event, also across a crash. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AutomationTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String RULES = "/api/v1/automation/rules";

    private RecordingReceiver receiver;
    private PostriderProcess node;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        receiver = RecordingReceiver.start(Answer.status(204));
        node = PostriderProcess.startQuick(folder, Map.of("POSTRIDER_EGRESS_ALLOW", "127.0.0.0/8"));
    }

    @AfterAll
    void stop() {
        node.close();
        receiver.close();
    }

    @Test
    void anEventLeadsToALinkAndACallAndTheRunShowsEachStep() throws Exception {
        String webhook =
                PostriderProcess.json(
                                node.post(
                                        "/api/v1/webhooks",
                                        "{\"url\":\"%s\",\"event_types\":[\"automation.run.succeeded\"]}"
                                                .formatted(receiver.url("/runs"))))
                        .path("secret")
                        .asString();
        String rule =
                published(
                        """
                        {"name":"Thank buyers","trigger":{"event_types":["order.paid"]},"filter":{"cel":"event.data.total > 100"},
                         "actions":[
                          {"key":"link","type":"links.create","with":{"jsonata":"{'url': 'https://shop.example.com/' & event.data.order_id}"}},
                          {"key":"call","type":"http.request","with":{"jsonata":"{'url': '%s', 'body': {'link': steps.link.short_url}}"}}]}
                        """
                                .formatted(receiver.url("/crm")));

        String event = event("order.paid", "{\"order_id\":\"A1\",\"total\":129.5}");

        JsonNode run = run(rule, event, "succeeded");
        String link = run.at("/steps/0/output/short_url").asString();
        ReceivedRequest call = receiver.awaitRequest(each -> each.text().contains(link), PATIENCE);
        assertThat(call.header("Idempotency-Key").orElseThrow())
                .isEqualTo(run.at("/steps/1/effect_id").asString());
        assertThat(run.at("/steps/1/output/status").asInt()).isEqualTo(204);
        ReceivedRequest told =
                receiver.awaitRequest(
                        each -> each.text().contains("automation.run.succeeded"), PATIENCE);
        assertThat(ForeignClients.install().verify(webhook, told))
                .isEqualTo("verified automation.run.succeeded");
        JsonNode created =
                await().atMost(PATIENCE)
                        .until(
                                () ->
                                        node.getJson("/api/v1/events?types=link.created")
                                                .at("/data/0/cause"),
                                cause -> !cause.isMissingNode());
        assertThat(created.path("event_id").asString()).isEqualTo(event);
        assertThat(created.path("run_id").asString()).isEqualTo(run.path("id").asString());

        node.killNine();
        node.startAgain();
        String second = event("order.paid", "{\"order_id\":\"A2\",\"total\":500}");
        run(rule, second, "succeeded");
        assertThat(receiver.requests())
                .filteredOn(each -> each.text().contains(link))
                .filteredOn(each -> each.target().equals("/crm"))
                .hasSize(1);
    }

    @Test
    void aRuleThatDidNotRunSaysWhy() throws Exception {
        String rule =
                published(
                        """
                        {"name":"Large parcels","trigger":{"event_types":["parcel.sent"]},
                         "filter":{"cel":"event.data.weight > 10 && event.data.country == 'DE'"},
                         "actions":[{"key":"stop","type":"stop"}]}
                        """);
        String light = event("parcel.sent", "{\"weight\":2,\"country\":\"DE\"}");
        run(rule, light, "skipped");
        assertThat(failing(rule, light)).isEqualTo("filter");
        JsonNode clause = explained(rule, light).at("/checks").findValue("clauses").get(0);
        assertThat(clause.path("holds").asBoolean()).isFalse();
        assertThat(clause.at("/values/event.data.weight").asInt()).isEqualTo(2);

        assertThat(failing(rule, event("parcel.lost", "{}"))).isEqualTo("type");
        change(rule, "pause");
        String heavy = event("parcel.sent", "{\"weight\":20,\"country\":\"DE\"}");
        assertThat(failing(rule, heavy)).isEqualTo("state");
        change(rule, "resume");
        String after = event("parcel.sent", "{\"weight\":20,\"country\":\"DE\"}");
        run(rule, after, "succeeded");
        assertThat(failing(rule, after)).isEmpty();
        change(rule, "publish");
        assertThat(failing(rule, after)).isEqualTo("version");
    }

    @Test
    void rulesThatCauseOneAnotherAreStopped() throws Exception {
        String rule =
                published(
                        """
                        {"name":"Loop","trigger":{"event_types":["ping.sent"]},
                         "actions":[{"key":"again","type":"event.emit","with":{"type":"ping.sent","data":{}}}]}
                        """);
        event("ping.sent", "{}");

        JsonNode blocked =
                await().atMost(PATIENCE)
                        .until(
                                () ->
                                        node.getJson(
                                                        "/api/v1/automation/runs?status=loop_blocked&rule_id="
                                                                + rule)
                                                .at("/data/0"),
                                found -> !found.isMissingNode());
        assertThat(blocked.path("depth").asInt()).isEqualTo(9);
        assertThat(
                        node.getJson("/api/v1/automation/runs?limit=100&rule_id=" + rule)
                                .path("data")
                                .size())
                .isEqualTo(9);
        assertThat(failing(rule, blocked.path("event_id").asString())).isEqualTo("loop");
    }

    @Test
    void aStepThatFailedIsMadeAgainOnRequest() throws Exception {
        String rule =
                published(
                        """
                        {"name":"Taken","trigger":{"event_types":["slug.wanted"]},
                         "actions":[{"key":"link","type":"links.create","with":{"jsonata":"{'url': 'https://example.com', 'slug': event.data.slug}"}}]}
                        """);
        assertThat(
                        node.post(
                                        "/api/v1/links",
                                        "{\"url\":\"https://example.com\",\"slug\":\"taken-1\"}")
                                .statusCode())
                .isEqualTo(201);
        String event = event("slug.wanted", "{\"slug\":\"taken-1\"}");
        JsonNode failed = run(rule, event, "failed");
        assertThat(failed.path("reason").asString()).startsWith("link: 409 slug_taken");

        HttpResponse<String> again =
                node.post(
                        "/api/v1/automation/runs/" + failed.path("id").asString() + "/retry", "{}");
        assertThat(again.statusCode()).as(again.body()).isEqualTo(200);
        await().atMost(PATIENCE)
                .until(
                        () -> run(rule, event, "failed").at("/steps/0/effect_id"),
                        effect -> !effect.equals(failed.at("/steps/0/effect_id")));
    }

    private String published(String definition) throws Exception {
        HttpResponse<String> made = node.post(RULES, definition);
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        String id = PostriderProcess.json(made).path("id").asString();
        assertThat(node.post(RULES + "/" + id + "/publish", "{}").statusCode()).isEqualTo(428);
        change(id, "publish");
        return id;
    }

    private void change(String rule, String action) throws Exception {
        HttpResponse<String> changed =
                node.write("POST", RULES + "/" + rule + "/" + action, "{}", "If-Match", "*");
        assertThat(changed.statusCode()).as(changed.body()).isEqualTo(200);
    }

    private String event(String type, String data) throws Exception {
        HttpResponse<String> published =
                node.post("/api/v1/events", "{\"type\":\"" + type + "\",\"data\":" + data + "}");
        assertThat(published.statusCode()).as(published.body()).isEqualTo(202);
        return PostriderProcess.json(published).at("/data/0/id").asString();
    }

    private JsonNode run(String rule, String event, String status) {
        String path = "/api/v1/automation/runs?rule_id=" + rule + "&event_id=" + event;
        return await().atMost(PATIENCE)
                .until(
                        () -> node.getJson(path).at("/data/0"),
                        run -> run.path("status").asString("").equals(status));
    }

    private JsonNode explained(String rule, String event) {
        return await().atMost(PATIENCE)
                .until(
                        () ->
                                PostriderProcess.json(
                                        node.post(
                                                RULES + "/" + rule + "/explain",
                                                "{\"event_id\":\"" + event + "\"}")),
                        answer -> answer.has("checks"));
    }

    /** The first condition that does not hold; empty for none. */
    private String failing(String rule, String event) {
        for (JsonNode check : explained(rule, event).path("checks")) {
            if (!check.path("holds").asBoolean()) {
                return check.path("check").asString();
            }
        }
        return "";
    }
}
