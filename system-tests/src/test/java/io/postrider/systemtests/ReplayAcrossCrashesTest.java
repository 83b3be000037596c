package io.postrider.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.testkit.http.ReceivedRequest;
import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A replay of thousands of deliveries goes on after the process was killed twice. */
@Tag("servers")
class ReplayAcrossCrashesTest {

    private static final Duration PATIENCE = Duration.ofMinutes(4);

    /** More take minutes; {@code -Dpostrider.replayed=25000} replays them. */
    private static final int EVENTS = Integer.getInteger("postrider.replayed", 4_000);

    private static final int BATCH = 500;
    private static final int RATE = Math.min(1_000, EVENTS / 10);

    @TempDir private Path folder;

    @Test
    void everyDeliveryIsRequestedOnce() throws Exception {
        Instant before = Instant.now().minusSeconds(60);
        try (RecordingReceiver receiver = RecordingReceiver.start(StubResponse.status(204));
                PostriderProcess node = PostriderProcess.startQuick(folder, Map.of())) {
            String webhook = webhook(node, receiver);
            publish(node);
            receiver.awaitRequests(EVENTS, PATIENCE);
            String filter = "\"filter\":{\"from\":\"" + before + "\",\"state\":\"delivered\"}";
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(deliveriesByEvent(node, webhook)).hasSize(EVENTS));

            JsonNode begun =
                    made(node, webhook + "/replays", "{" + filter + ",\"rate\":" + RATE + "}", 202);
            String replay = webhook + "/replays/" + begun.path("id").asString("");
            killAfter(node, replay, EVENTS / 4);
            killAfter(node, replay, EVENTS / 2);
            JsonNode ended =
                    await().atMost(PATIENCE)
                            .until(() -> node.getJson(replay), shown -> has(shown, "completed"));

            assertThat(ended.path("matched").asInt(0)).isEqualTo(EVENTS);
            assertThat(ended.path("requested").asInt(0)).isEqualTo(EVENTS);
            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(deliveriesByEvent(node, webhook).values())
                                    .hasSize(EVENTS)
                                    .allMatch(count -> count == 2));
            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(receivedByEvent(receiver).values())
                                    .hasSize(EVENTS)
                                    .allMatch(count -> count >= 2));
            // An attempt that was under way when the process was killed is repeated.
            System.out.printf(
                    "%d of %d events arrived more often than twice%n",
                    receivedByEvent(receiver).values().stream().filter(count -> count > 2).count(),
                    EVENTS);
            assertThat(receivedByEvent(receiver).values())
                    .filteredOn(count -> count > 2)
                    .as("events that arrive more often")
                    .hasSizeLessThan(EVENTS / 10);
        }
    }

    private static void killAfter(PostriderProcess node, String replay, int requested)
            throws Exception {
        Predicate<JsonNode> isThere = shown -> shown.path("requested").asInt(0) >= requested;
        JsonNode then = await().atMost(PATIENCE).until(() -> node.getJson(replay), isThere);
        assertThat(has(then, "running")).as(then.toString()).isTrue();
        node.killNine();
        node.startAgain();
    }

    private static boolean has(JsonNode replay, String status) {
        return replay.path("status").asString("").equals(status);
    }

    private static String webhook(HttpNode node, RecordingReceiver receiver) throws Exception {
        String body =
                "{\"url\":\"" + receiver.url("/hook") + "\",\"event_types\":[\"order.paid\"]}";
        return "/api/v1/webhooks/"
                + made(node, "/api/v1/webhooks", body, 201).path("id").asString("");
    }

    private static void publish(HttpNode node) throws Exception {
        for (int i = 0; i < EVENTS; i += BATCH) {
            String events =
                    IntStream.range(i, i + BATCH)
                            .mapToObj(
                                    "{\"type\":\"order.paid\",\"data\":{\"order_id\":%d}}"
                                            ::formatted)
                            .collect(Collectors.joining(",", "{\"events\":[", "]}"));
            JsonNode _ = made(node, "/api/v1/events", events, 202);
        }
    }

    private static Map<String, Integer> deliveriesByEvent(HttpNode node, String webhook)
            throws Exception {
        Map<String, Integer> found = new HashMap<>();
        String cursor = "";
        do {
            JsonNode page =
                    node.getJson(webhook + "/deliveries?state=delivered&limit=100" + cursor);
            page.path("data")
                    .forEach(delivery ->
                            found.merge(delivery.path("event_id").asString(""), 1, Integer::sum));
            cursor = "&cursor=" + page.path("next_cursor").asString("");
        } while (!cursor.endsWith("="));
        return found;
    }

    private static Map<String, Integer> receivedByEvent(RecordingReceiver receiver) {
        List<ReceivedRequest> requests = receiver.requests();
        Map<String, Integer> found = new HashMap<>();
        requests.forEach(
                request -> found.merge(request.header("webhook-id").orElse(""), 1, Integer::sum));
        return found;
    }

    private static JsonNode made(HttpNode node, String path, String body, int status)
            throws Exception {
        HttpResponse<String> response = node.post(path, body);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        return HttpNode.json(response);
    }
}
