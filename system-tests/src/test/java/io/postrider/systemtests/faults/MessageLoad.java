package io.postrider.systemtests.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.systemtests.PostriderProcess;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * Sends messages by a provider that counts its calls: an accepted message is given to it once, or is reported as one whose
 * outcome is not known.
 */
final class MessageLoad implements AutoCloseable {

    private static final int SENDERS = 4;
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final PostriderProcess node;
    private final GraphServer provider = GraphServer.start();
    private final Repeated senders;

    MessageLoad(PostriderProcess node) throws Exception {
        this.node = node;
        String instance = connected(node, provider);
        this.senders = new Repeated(node, "/api/v1/messages", key -> message(instance, key), "/id");
    }

    void start() {
        senders.start(SENDERS);
    }

    void stop() throws Exception {
        senders.stop();
    }

    /** How many messages were accepted. */
    long accepted() {
        return senders.accepted().size();
    }

    /** Messages to one recipient are sent six seconds apart. A repeated request has the same recipient. */
    private static String message(String instance, String key) {
        return "{\"instance_id\":\"%s\",\"to\":{\"phone\":\"+49170%07d\"},\"type\":\"text\",\"text\":{\"body\":\"Hi\"}}"
                .formatted(instance, Math.floorMod(key.hashCode(), 1_000_000));
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

    void judge() {
        Map<String, Integer> calls = provider.calls();
        Map<String, String> wrong = new TreeMap<>();
        int[] unknown = new int[1];
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofSeconds(1))
                .untilAsserted(() -> {
                    wrong.clear();
                    unknown[0] = 0;
                    for (String id : senders.accepted()) {
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
                "%d messages accepted, %d calls, %d reported as unknown and not called%n",
                accepted(), calls.size(), unknown[0]);
        assertThat(calls.keySet()).as("calls of messages that were accepted").isNotEmpty();
    }

    @Override
    public void close() {
        senders.close();
        provider.close();
    }
}
