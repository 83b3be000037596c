package io.postrider.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.systemtests.OtlpCollector.Exported;
import io.postrider.testkit.http.ReceivedRequest;
import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** One trace leads from a request to the receivers of its consequences, and a collector receives it. */
@Tag("servers")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TracesTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String CALLER = "00f067aa0ba902b7";
    private static final String PHONE = "12025550123";

    private OtlpCollector collector;
    private PostriderProcess postrider;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        collector = new OtlpCollector();
        postrider =
                PostriderProcess.startQuick(
                        folder,
                        Map.of(
                                "OTEL_EXPORTER_OTLP_ENDPOINT",
                                collector.endpoint(),
                                "OTEL_BSP_SCHEDULE_DELAY",
                                "200"));
    }

    @AfterAll
    void stop() {
        postrider.close();
        collector.close();
    }

    @Test
    void eachAttemptToDeliverAnEventBelongsToTheTraceOfTheRequest() throws Exception {
        String trace = "4bf92f3577b34da6a3ce929d0e0e4701";
        try (RecordingReceiver receiver = RecordingReceiver.start(StubResponse.status(503))) {
            subscribe(receiver, "link.created");
            created("/api/v1/links", "{\"url\":\"https://www.example.com/\"}", trace);
            receiver.awaitRequests(1, PATIENCE);
            receiver.answerWith(StubResponse.status(204));
            List<ReceivedRequest> attempts = receiver.awaitRequests(2, PATIENCE);

            List<Exported> first = path(trace, attempts.get(0));
            List<Exported> second = path(trace, attempts.get(1));

            assertThat(first)
                    .extracting(Exported::name)
                    .containsExactly(
                            "POST /api/v1/links",
                            "send postrider.commands.links.v1",
                            "process postrider.commands.links.v1",
                            "process postrider.events.links.v1",
                            "process postrider.deliveries.v1",
                            "POST");
            assertThat(first.getLast().attributes())
                    .containsEntry("http.response.status_code", "503")
                    .containsEntry("error.type", "503")
                    .containsEntry("postrider.attempt", "1");
            assertThat(second.getLast().attributes())
                    .containsEntry("http.response.status_code", "204")
                    .containsEntry("postrider.attempt", "2");
            assertThat(second.subList(0, 5)).isEqualTo(first.subList(0, 5));
        }
    }

    @Test
    void oneTraceLeadsFromAClickToTheReceiverOfAMessageThatARuleSends() throws Exception {
        String trace = "4bf92f3577b34da6a3ce929d0e0e4702";
        try (RecordingReceiver receiver = RecordingReceiver.start(StubResponse.status(204))) {
            subscribe(receiver, "message.submitted");
            rule(
                    """
                    {"name":"Greet","trigger":{"event_types":["link.clicked"]},"flow":{"concurrency":{"limit":1}},
                     "actions":[{"key":"send","type":"messages.send","with":{"jsonata":"{'instance_id': '%s', 'to': {'phone': '+%s'}, 'type': 'text', 'text': {'body': 'Hello'}}"}}]}
                    """
                            .formatted(Sandbox.connected(postrider).id(), PHONE));
            String slug =
                    created("/api/v1/links", "{\"url\":\"https://www.example.com/\"}", "")
                            .path("slug")
                            .asString();

            HttpResponse<String> visited =
                    postrider.visitResponse(slug, "traceparent", parent(trace));
            ReceivedRequest received = receiver.awaitRequests(1, PATIENCE).getFirst();

            assertThat(visited.statusCode()).isEqualTo(302);
            assertThat(path(trace, received))
                    .extracting(Exported::name)
                    .containsSubsequence(
                            "GET /{slug}",
                            "process postrider.clicks.raw.v1",
                            "evaluate expressions",
                            "process postrider.commands.runs.v1",
                            "process postrider.events.runs.v1",
                            "process postrider.effects.v1",
                            "POST",
                            "POST /api/v1/messages",
                            "send postrider.commands.messages.v1",
                            "process postrider.commands.messages.v1",
                            "process postrider.events.messages.v1",
                            "process postrider.sends.v1",
                            "process postrider.send-attempts.v1",
                            "process postrider.commands.messages.v1",
                            "process postrider.events.messages.v1",
                            "process postrider.deliveries.v1",
                            "POST");
            // The call of the provider is beside the path.
            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(collector.trace(trace))
                                    .anyMatch(span ->
                                            "sandbox"
                                                    .equals(
                                                            span.attributes()
                                                                    .get("server.address"))));
            assertThat(collector.requests())
                    .allSatisfy(request ->
                            assertThat(new String(request.body(), StandardCharsets.ISO_8859_1))
                                    .doesNotContain(PHONE, postrider.apiKey(), "https://www"));
        }
    }

    @Test
    void aRunThatWaitsInALimitAndInAStepBelongsToTheTraceOfItsEvent() throws Exception {
        List<String> traces =
                List.of("4bf92f3577b34da6a3ce929d0e0e4703", "4bf92f3577b34da6a3ce929d0e0e4704");
        try (RecordingReceiver receiver = RecordingReceiver.start(StubResponse.status(204))) {
            subscribe(receiver, "automation.run.succeeded");
            rule(
                    """
                    {"name":"Wait","trigger":{"event_types":["link.created"]},"filter":{"cel":"event.data.url.endsWith('/waits')"},
                     "flow":{"debounce":{"period":"PT1S","key":{"jsonata":"event.data.slug"}},"concurrency":{"limit":1}},
                     "actions":[{"key":"wait","type":"delay","with":{"for":"PT1S"}}]}
                    """);
            for (String trace : traces) {
                created("/api/v1/links", "{\"url\":\"https://www.example.com/waits\"}", trace);
            }

            List<ReceivedRequest> received = receiver.awaitRequests(2, PATIENCE);

            assertThat(received).extracting(TracesTest::trace).hasSameElementsAs(traces);
            assertThat(received)
                    .allSatisfy(request ->
                            assertThat(path(trace(request), request))
                                    .extracting(Exported::name)
                                    .containsSubsequence(
                                            "POST /api/v1/links",
                                            // debounced
                                            "process postrider.turns.v1",
                                            "process postrider.commands.runs.v1",
                                            // queued
                                            "process postrider.turns.v1",
                                            "process postrider.commands.runs.v1",
                                            // delayed
                                            "evaluate expressions",
                                            "process postrider.commands.runs.v1",
                                            "process postrider.events.runs.v1",
                                            "process postrider.deliveries.v1",
                                            "POST"));
        }
    }

    private static String trace(ReceivedRequest received) {
        return received.header("traceparent").orElseThrow().split("-", -1)[1];
    }

    /** The spans from the one that a caller of Postrider began to the one that a receiver was called in. */
    private List<Exported> path(String trace, ReceivedRequest received) {
        assertThat(trace(received)).isEqualTo(trace);
        String caller = received.header("traceparent").orElseThrow().split("-", -1)[2];
        Deque<Exported> path = new ArrayDeque<>();
        for (String id = caller; !id.equals(CALLER); id = path.getFirst().parent()) {
            String wanted = id;
            path.addFirst(
                    await().atMost(PATIENCE)
                            .until(() -> collector.span(trace, wanted), Optional::isPresent)
                            .orElseThrow());
        }
        return List.copyOf(path);
    }

    private void subscribe(RecordingReceiver receiver, String type) throws Exception {
        created(
                "/api/v1/webhooks",
                "{\"url\":\"%s\",\"event_types\":[\"%s\"]}".formatted(receiver.url("/hook"), type),
                "");
    }

    private void rule(String definition) throws Exception {
        String id = created("/api/v1/automation/rules", definition, "").path("id").asString();
        HttpResponse<String> published =
                postrider.write(
                        "POST",
                        "/api/v1/automation/rules/" + id + "/publish",
                        "{}",
                        "If-Match",
                        "*");
        assertThat(published.statusCode()).as(published.body()).isEqualTo(200);
    }

    private tools.jackson.databind.JsonNode created(String path, String body, String trace)
            throws Exception {
        HttpResponse<String> response =
                trace.isEmpty()
                        ? postrider.post(path, body)
                        : postrider.write("POST", path, body, "traceparent", parent(trace));
        assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
        return HttpNode.json(response);
    }

    private static String parent(String trace) {
        return "00-" + trace + "-" + CALLER + "-01";
    }
}
