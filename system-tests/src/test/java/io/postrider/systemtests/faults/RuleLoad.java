package io.postrider.systemtests.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.systemtests.PostriderProcess;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** Publishes events that a rule acts on: an accepted event has one run, and its run one link. */
final class RuleLoad implements AutoCloseable {

    private static final int PUBLISHERS = 2;
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final String RULE =
            "{\"name\":\"Counted\",\"trigger\":{\"event_types\":[\"order.paid\"]},\"actions\":[{\"key\":\"link\",\"type\":\"links.create\",\"with\":{\"jsonata\":\"{'url': 'https://rules.example/' & event.id, 'external_id': event.id}\"}}]}";

    private final PostriderProcess node;
    private final Repeated publishers;

    RuleLoad(PostriderProcess node) throws Exception {
        this.node = node;
        publishRule(node);
        this.publishers =
                new Repeated(
                        node,
                        "/api/v1/events",
                        _ -> "{\"type\":\"order.paid\",\"data\":{}}",
                        "/data/0/id");
    }

    void start() {
        publishers.start(PUBLISHERS);
    }

    void stop() throws Exception {
        publishers.stop();
    }

    /** How many events were accepted. */
    long accepted() {
        return publishers.accepted().size();
    }

    private static void publishRule(PostriderProcess node) throws Exception {
        HttpResponse<String> made = node.post("/api/v1/automation/rules", RULE);
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        String id = PostriderProcess.json(made).path("id").asString();
        HttpResponse<String> published =
                node.write(
                        "POST",
                        "/api/v1/automation/rules/" + id + "/publish",
                        "{}",
                        "If-Match",
                        "*");
        assertThat(published.statusCode()).as(published.body()).isEqualTo(200);
    }

    void judge() {
        Map<String, String> wrong = new TreeMap<>();
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofSeconds(1))
                .untilAsserted(() -> {
                    wrong.clear();
                    Map<String, Integer> runs = new HashMap<>();
                    Map<String, Integer> links = new HashMap<>();
                    for (JsonNode run : all(node, "/api/v1/automation/runs?limit=100")) {
                        if (run.path("status").asString().equals("succeeded")) {
                            runs.merge(run.path("event_id").asString(), 1, Integer::sum);
                        }
                    }
                    for (JsonNode link : all(node, "/api/v1/links?limit=100")) {
                        links.merge(link.path("external_id").asString(), 1, Integer::sum);
                    }
                    for (String id : publishers.accepted()) {
                        int made = runs.getOrDefault(id, 0);
                        int linked = links.getOrDefault(id, 0);
                        if (made != 1 || linked != 1) {
                            wrong.put(id, made + " runs, " + linked + " links");
                        }
                    }
                    assertThat(wrong).isEmpty();
                });
        System.out.printf("%d events, a run and a link of each%n", accepted());
        assertThat(accepted()).isPositive();
    }

    private static List<JsonNode> all(PostriderProcess node, String path) throws Exception {
        List<JsonNode> found = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = node.getJson(path + cursor);
            page.path("data").forEach(found::add);
            String next = page.path("next_cursor").asString("");
            cursor = next.isEmpty() ? "" : "&cursor=" + next;
        } while (!cursor.isEmpty());
        return found;
    }

    @Override
    public void close() {
        publishers.close();
    }
}
