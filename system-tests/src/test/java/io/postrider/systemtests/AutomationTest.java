package io.postrider.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.testkit.http.ReceivedRequest;
import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/** A rule of the API acts on a published event through the API and another service. */
@ExtendWith(SharedPostrider.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AutomationTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String RULES = "/api/v1/automation/rules";

    private RecordingReceiver receiver;
    private Workspace node;

    @BeforeAll
    void start(Workspace workspace) {
        node = workspace;
        receiver = RecordingReceiver.start(StubResponse.status(204));
    }

    @AfterAll
    void stop() {
        receiver.close();
    }

    @Test
    void anEventLeadsToALinkAndACallAndTheRunShowsEachStep() throws Exception {
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
        JsonNode created =
                await().atMost(PATIENCE)
                        .until(
                                () ->
                                        node.getJson("/api/v1/events?types=link.created")
                                                .at("/data/0/cause"),
                                cause -> !cause.isMissingNode());
        assertThat(created.path("event_id").asString()).isEqualTo(event);
        assertThat(created.path("run_id").asString()).isEqualTo(run.path("id").asString());
        JsonNode explained = explained(rule, event);
        assertThat(explained.path("would_run").asBoolean()).isTrue();
        assertThat(explained.at("/run/id")).isEqualTo(run.path("id"));
    }

    private String published(String definition) throws Exception {
        HttpResponse<String> made = node.post(RULES, definition);
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        String id = HttpNode.json(made).path("id").asString();
        HttpResponse<String> published =
                node.write("POST", RULES + "/" + id + "/publish", "{}", "If-Match", "*");
        assertThat(published.statusCode()).as(published.body()).isEqualTo(200);
        return id;
    }

    private String event(String type, String data) throws Exception {
        HttpResponse<String> published =
                node.post("/api/v1/events", "{\"type\":\"" + type + "\",\"data\":" + data + "}");
        assertThat(published.statusCode()).as(published.body()).isEqualTo(202);
        return HttpNode.json(published).at("/data/0/id").asString();
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
                                HttpNode.json(
                                        node.post(
                                                RULES + "/" + rule + "/explain",
                                                "{\"event_id\":\"" + event + "\"}")),
                        answer -> answer.has("checks"));
    }
}
