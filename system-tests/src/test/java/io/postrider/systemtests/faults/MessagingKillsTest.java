package io.postrider.systemtests.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.systemtests.PostriderProcess;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
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

/**
 * However often the product is killed, an accepted message is given to the provider once, or is reported as one whose outcome
 * is not known. The judge is a provider that counts its calls.
 */
@Tag("faults")
@Tag("messaging")
class MessagingKillsTest {

    private static final int SENDERS = 8;
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Duration AGAIN = Duration.ofMillis(200);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path folder;

    private final Set<String> accepted = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean stopped = new AtomicBoolean();

    @Test
    @Tag("short")
    void noMessageIsLostOrSentTwiceOverThreeKills() throws Exception {
        crash(3);
    }

    @Test
    void noMessageIsLostOrSentTwiceOverManyKills() throws Exception {
        crash(Integer.getInteger("postrider.kills", 20));
    }

    private void crash(int kills) throws Exception {
        long seed = Long.getLong("postrider.seed", new Random().nextLong(1_000_000));
        Random random = new Random(seed);
        Map<String, String> settings = Map.of("POSTRIDER_EGRESS_ALLOW", "127.0.0.0/8");
        try (GraphServer provider = GraphServer.start();
                PostriderProcess node = PostriderProcess.start(folder, settings);
                ExecutorService senders = Executors.newFixedThreadPool(SENDERS)) {
            String instance = connected(node, provider);
            List<Future<?>> load = new ArrayList<>();
            for (int i = 0; i < SENDERS; i++) {
                load.add(senders.submit(() -> send(node, instance)));
            }
            try {
                kill(node, kills, random);
            } finally {
                stopped.set(true);
                senders.shutdown();
            }
            for (Future<?> each : load) {
                each.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            }
            judge(node, provider, kills, seed);
        }
    }

    private void kill(PostriderProcess node, int kills, Random random) throws Exception {
        for (int i = 0; i < kills; i++) {
            int goal = accepted.size() + 20 + random.nextInt(300);
            await().atMost(PATIENCE).until(() -> accepted.size() >= goal);
            node.killNine();
            node.startAgain();
        }
    }

    private static String connected(PostriderProcess node, GraphServer provider) throws Exception {
        HttpResponse<String> made =
                node.post(
                        "/api/v1/instances",
                        "{\"name\":\"Counted\",\"provider\":\"cloud_api\",\"config\":{\"base_url\":\"%s\",\"phone_number_id\":\"1\",\"waba_id\":\"1\",\"access_token\":\"t\",\"app_secret\":\"%s\",\"verify_token\":\"v\"}}"
                                .formatted(provider.url(), GraphServer.APP_SECRET));
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        JsonNode instance = PostriderProcess.json(made);
        String id = instance.path("id").asString();
        provider.callsBack(instance.path("callback_url").asString(), node.port());
        assertThat(node.post("/api/v1/instances/" + id + "/connect", "{}").statusCode())
                .isEqualTo(200);
        return id;
    }

    /** Repeats each request with its key until it is accepted. */
    private Object send(PostriderProcess node, String instance) throws InterruptedException {
        while (!stopped.get()) {
            String key = UUID.randomUUID().toString();
            while (!isAccepted(node, instance, key) && !stopped.get()) {
                Thread.sleep(AGAIN);
            }
        }
        return "done";
    }

    /** Messages to one recipient are sent six seconds apart. A repeated request has the same recipient. */
    private static int recipient(String key) {
        return Math.floorMod(key.hashCode(), 1_000_000);
    }

    private boolean isAccepted(PostriderProcess node, String instance, String key)
            throws InterruptedException {
        try {
            HttpResponse<String> answer =
                    node.write(
                            "POST",
                            "/api/v1/messages",
                            "{\"instance_id\":\"%s\",\"to\":{\"phone\":\"+49170%07d\"},\"type\":\"text\",\"text\":{\"body\":\"Hi\"}}"
                                    .formatted(instance, recipient(key)),
                            "Idempotency-Key",
                            key);
            if (answer.statusCode() != 202) {
                return false;
            }
            accepted.add(PostriderProcess.json(answer).path("id").asString());
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private void judge(PostriderProcess node, GraphServer provider, int kills, long seed)
            throws Exception {
        Map<String, Integer> calls = provider.calls();
        Map<String, String> wrong = new TreeMap<>();
        int[] unknown = new int[1];
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofSeconds(1))
                .untilAsserted(() -> {
                    wrong.clear();
                    unknown[0] = 0;
                    for (String id : accepted) {
                        JsonNode message = node.getJson("/api/v1/messages/" + id);
                        String status = message.path("status").asString();
                        int called = calls.getOrDefault(id, 0);
                        boolean isRight =
                                called == 1
                                        ? status.equals("delivered")
                                        : called == 0 && status.equals("outcome_unknown");
                        unknown[0] += called == 0 ? 1 : 0;
                        if (!isRight) {
                            wrong.put(id, status + ", called " + called);
                        }
                    }
                    assertThat(wrong).isEmpty();
                });
        System.out.printf(
                "seed %d, %d kills: %d messages accepted, %d calls, %d reported as unknown and not called%n",
                seed, kills, accepted.size(), calls.size(), unknown[0]);
        assertThat(calls.keySet()).as("calls of messages that were accepted").isNotEmpty();
    }
}
