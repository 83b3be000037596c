package io.postrider.systemtests.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.systemtests.PostriderProcess;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** However often the product is killed, an event that was accepted has one run, and its run one link. */
@Tag("faults")
@Tag("automation")
class AutomationKillsTest {

    private static final int PUBLISHERS = 4;
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Duration AGAIN = Duration.ofMillis(200);
    private static final String RULE =
            "{\"name\":\"Counted\",\"trigger\":{\"event_types\":[\"order.paid\"]},\"actions\":[{\"key\":\"link\",\"type\":\"links.create\",\"with\":{\"jsonata\":\"{'url': 'https://example.com', 'external_id': event.id}\"}}]}";

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path folder;

    private final Set<String> accepted = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean stopped = new AtomicBoolean();

    @Test
    @Tag("short")
    void noRunIsLostOrDoubledOverThreeKills() throws Exception {
        crash(3);
    }

    @Test
    void noRunIsLostOrDoubledOverManyKills() throws Exception {
        crash(Integer.getInteger("postrider.kills", 20));
    }

    private void crash(int kills) throws Exception {
        long seed = Long.getLong("postrider.seed", new Random().nextLong(1_000_000));
        Random random = new Random(seed);
        try (PostriderProcess node = PostriderProcess.start(folder, Map.of());
                ExecutorService publishers = Executors.newFixedThreadPool(PUBLISHERS)) {
            publishRule(node);
            List<Future<?>> load = new ArrayList<>();
            for (int i = 0; i < PUBLISHERS; i++) {
                load.add(publishers.submit(() -> publish(node)));
            }
            try {
                for (int i = 0; i < kills; i++) {
                    int goal = accepted.size() + 20 + random.nextInt(200);
                    await().atMost(PATIENCE).until(() -> accepted.size() >= goal);
                    node.killNine();
                    node.startAgain();
                }
            } finally {
                stopped.set(true);
                publishers.shutdown();
            }
            for (Future<?> each : load) {
                each.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            }
            judge(node);
            System.out.printf(
                    "seed %d, %d kills: %d events, a run and a link of each%n",
                    seed, kills, accepted.size());
        }
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

    /** Repeats each request with its key until it is accepted. */
    private Object publish(PostriderProcess node) throws InterruptedException {
        while (!stopped.get()) {
            String key = UUID.randomUUID().toString();
            while (!isAccepted(node, key) && !stopped.get()) {
                Thread.sleep(AGAIN);
            }
        }
        return "done";
    }

    private boolean isAccepted(PostriderProcess node, String key) throws InterruptedException {
        try {
            HttpResponse<String> answer =
                    node.write(
                            "POST",
                            "/api/v1/events",
                            "{\"type\":\"order.paid\",\"data\":{}}",
                            "Idempotency-Key",
                            key);
            if (answer.statusCode() != 202) {
                return false;
            }
            accepted.add(PostriderProcess.json(answer).at("/data/0/id").asString());
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private void judge(PostriderProcess node) {
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
                    for (String id : accepted) {
                        int made = runs.getOrDefault(id, 0);
                        int linked = links.getOrDefault(id, 0);
                        if (made != 1 || linked != 1) {
                            wrong.put(id, made + " runs, " + linked + " links");
                        }
                    }
                    assertThat(wrong).isEmpty();
                });
        assertThat(accepted).isNotEmpty();
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
}
