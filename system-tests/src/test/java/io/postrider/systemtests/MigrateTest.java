package io.postrider.systemtests;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.schemas.Topics;
import io.postrider.standalone.letters.DeadLetters;
import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code ./postrider migrate} moves an installation with its work in progress, also if it is killed in between. */
@Tag("servers")
class MigrateTest {

    private static final Duration PATIENCE = Duration.ofSeconds(90);

    /** On a busy machine a second attempt fails before the stop, and the third one is five minutes later. */
    private static final Duration RETRIED_WITHIN = Duration.ofMinutes(8);

    private static final String LINKS = "/api/v1/links";
    private static final int PENDING = 5;

    /** Lists whose resources do not change by a move. */
    private static final List<String> LISTS =
            List.of(
                    LINKS + "?limit=100",
                    "/api/v1/webhooks?limit=100",
                    "/api/v1/instances?limit=100",
                    "/api/v1/messages?limit=100",
                    "/api/v1/contacts?limit=100",
                    "/api/v1/automation/rules?limit=100",
                    "/api/v1/automation/runs?limit=100");

    @TempDir private Path folder;

    @Test
    @Timeout(value = 15, unit = TimeUnit.MINUTES)
    void everythingIsThereAfterAMove() throws Exception {
        Path broker = Files.createDirectory(folder.resolve("cluster"));
        try (RecordingReceiver receiver = RecordingReceiver.start(StubResponse.status(204));
                BrokerProcess cluster = BrokerProcess.start(broker);
                PostriderProcess node = PostriderProcess.startQuick(folder, Map.of())) {
            String key = content(node, receiver);
            setAside(node);
            // The last before the move: each retry comes later than the one before.
            pending(node, receiver);
            String token =
                    node.post(LINKS, link("last"))
                            .headers()
                            .firstValue("Consistency-Token")
                            .orElseThrow();
            awaitSettled(node);
            Map<String, JsonNode> before = lists(node);
            String cursor = node.getJson(LINKS + "?limit=1").path("next_cursor").asString();
            node.stop();

            List<String> lines = moved(node, cluster);
            int received = receiver.requests().size();
            receiver.answerWith(StubResponse.status(204));
            assertThat(lines)
                    .contains("continuing a copy that was interrupted")
                    .anyMatch(line -> line.startsWith("dead letters that are not copied: 1;"))
                    .anyMatch(line -> line.startsWith("verified postrider.events.links.v1: "))
                    .last()
                    .asString()
                    .startsWith("complete");

            node.change(cluster.settings());
            node.startAgain();

            assertThat(lists(node)).isEqualTo(before);
            assertThat(node.peek("a1")).isEqualTo(302);
            assertThat(node.get(LINKS, key).statusCode()).isEqualTo(200);
            assertRefused(node, cursor, token);
            assertDeliveredOnce(node, receiver, received);
            assertWorks(node);
        }
    }

    @Test
    void whatCannotBeMovedIsRefused() throws Exception {
        try (PostriderProcess node = PostriderProcess.startQuick(folder, Map.of())) {
            Run running = migrate(node, "--to", "127.0.0.1:1");
            assertThat(running.code()).isEqualTo(1);
            assertThat(running.lines()).last().asString().contains("stop Postrider first");
        }
        Run wrong = migrate(folder.resolve("data"), Map.of(), "127.0.0.1:1");
        assertThat(wrong.code()).isEqualTo(2);
    }

    private record Run(int code, List<String> lines) {}

    /** Kills a run while it copies, and completes the move with another one. */
    private List<String> moved(PostriderProcess node, BrokerProcess cluster) throws Exception {
        Path output = folder.resolve("killed.log");
        Process killed =
                command(node.dataFolder(), cluster.settings(), "--to", cluster.bootstrap())
                        .redirectOutput(output.toFile())
                        .start();
        try (Admin admin =
                Admin.create(
                        Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, cluster.bootstrap()))) {
            await().atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> hasBegun(admin));
        }
        killed.destroyForcibly();
        assertThat(killed.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(output)).doesNotContain("complete");
        Run whole = migrate(node.dataFolder(), cluster.settings(), "--to", cluster.bootstrap());
        assertThat(whole.code()).as("%s", whole.lines()).isZero();
        return whole.lines();
    }

    private static boolean hasBegun(Admin admin) throws Exception {
        return !admin.listConsumerGroupOffsets("postrider-migrate")
                .partitionsToOffsetAndMetadata()
                .get(10, TimeUnit.SECONDS)
                .isEmpty();
    }

    private static Run migrate(PostriderProcess node, String... words) throws Exception {
        return migrate(node.dataFolder(), Map.of(), words);
    }

    private static Run migrate(Path data, Map<String, String> settings, String... words)
            throws Exception {
        Process process = command(data, settings, words).start();
        List<String> lines =
                new String(process.getInputStream().readAllBytes(), UTF_8).lines().toList();
        return new Run(process.waitFor(), lines);
    }

    private static ProcessBuilder command(Path data, Map<String, String> settings, String... words)
            throws IOException {
        List<String> all = new ArrayList<>(List.of("migrate"));
        all.addAll(List.of(words));
        ProcessBuilder builder = BuiltTree.command(all.toArray(String[]::new));
        builder.environment().putAll(settings);
        // The source is the embedded broker.
        builder.environment().remove("POSTRIDER_KAFKA_BOOTSTRAP");
        builder.environment().put("POSTRIDER_PORT", Integer.toString(Ports.free(0, 1_012, 1_013)));
        builder.environment().put("POSTRIDER_DATA_DIR", data.toString());
        return builder;
    }

    /** Links with clicks, a message, a rule with a run, and a delivered webhook; the key that it makes. */
    private static String content(PostriderProcess node, RecordingReceiver receiver)
            throws Exception {
        String key =
                made(node, "/api/v1/keys", "{\"name\":\"reader\",\"scopes\":[\"links:read\"]}")
                        .path("secret")
                        .asString();
        webhook(node, receiver, "/delivered");
        for (int n = 0; n < 20; n++) {
            made(node, LINKS, link("a" + n));
        }
        for (int n = 0; n < 7; n++) {
            assertThat(node.visit("a1")).isEqualTo(302);
        }
        receiver.awaitRequests(20, PATIENCE);
        Sandbox.connected(node).text("+12025550120");
        String rule =
                made(
                                node,
                                "/api/v1/automation/rules",
                                """
                                {"name":"Paid","trigger":{"event_types":["order.paid"]},
                                 "actions":[{"key":"link","type":"links.create","with":{"url":"https://example.com/paid"}}]}
                                """)
                        .path("id")
                        .asString();
        String publish = "/api/v1/automation/rules/" + rule + "/publish";
        assertThat(node.write("POST", publish, "{}", "If-Match", "*").statusCode()).isEqualTo(200);
        assertThat(
                        node.post("/api/v1/events", "{\"type\":\"order.paid\",\"data\":{}}")
                                .statusCode())
                .isEqualTo(202);
        await().atMost(PATIENCE)
                .until(() ->
                        node.getJson("/api/v1/automation/runs")
                                .at("/data/0/status")
                                .asString("")
                                .equals("succeeded"));
        return key;
    }

    /** Deliveries whose receiver fails until the move. */
    private static void pending(PostriderProcess node, RecordingReceiver receiver)
            throws Exception {
        await().atMost(PATIENCE).until(() -> states(node, "waiting") == 0);
        receiver.answerWith(StubResponse.status(500));
        int before = receiver.requests().size();
        for (int n = 0; n < PENDING; n++) {
            made(node, LINKS, link("p" + n));
        }
        receiver.awaitRequests(before + PENDING, PATIENCE);
    }

    private static void awaitSettled(PostriderProcess node) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> {
                    assertThat(
                                    node.getJson("/api/v1/links?q=a1")
                                            .at("/data/0/click_count")
                                            .asInt(0))
                            .isEqualTo(7);
                    assertThat(states(node, "waiting")).isGreaterThanOrEqualTo(PENDING);
                });
    }

    /** A record that no code can read becomes a dead letter. */
    private static void setAside(PostriderProcess node) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(
                        node.log().settings(),
                        new ByteArraySerializer(),
                        new ByteArraySerializer())) {
            producer.send(
                            new ProducerRecord<>(
                                    Topics.CLICKS_RAW.name(),
                                    "lane".getBytes(UTF_8),
                                    "malformed".getBytes(UTF_8)))
                    .get(30, TimeUnit.SECONDS);
        }
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> DeadLetters.count(node.log().settings()) == 1);
    }

    private static int states(PostriderProcess node, String state) throws Exception {
        return node.getJson("/api/v1/deliveries?limit=100&state=" + state).path("data").size();
    }

    private static Map<String, JsonNode> lists(PostriderProcess node) throws Exception {
        Map<String, JsonNode> all = new HashMap<>();
        for (String path : LISTS) {
            JsonNode data = node.getJson(path).path("data");
            // A delivery that waited is an attempt more.
            data.forEach(each -> ((ObjectNode) each).remove("health"));
            all.put(path, data);
        }
        return all;
    }

    private static void assertRefused(PostriderProcess node, String cursor, String token)
            throws Exception {
        HttpResponse<String> page = node.get(LINKS + "?limit=1&cursor=" + cursor);
        assertThat(page.statusCode()).isEqualTo(400);
        assertThat(page.body()).contains("cursor_mismatch");
        HttpResponse<String> read = node.write("GET", LINKS, "", "Consistency-Token", token);
        assertThat(read.statusCode()).isEqualTo(400);
        assertThat(read.body()).contains("consistency_token_invalid");
    }

    private static void assertDeliveredOnce(
            PostriderProcess node, RecordingReceiver receiver, int received) {
        await().atMost(RETRIED_WITHIN).until(() -> states(node, "waiting") == 0);
        var after = receiver.requests().subList(received, receiver.requests().size());
        assertThat(after)
                .extracting(request -> request.header("webhook-id").orElseThrow())
                .doesNotHaveDuplicates()
                .hasSizeGreaterThanOrEqualTo(PENDING);
    }

    private static void assertWorks(PostriderProcess node) throws Exception {
        assertThat(node.post(LINKS, link("a1")).statusCode())
                .as("a slug that exists")
                .isEqualTo(409);
        HttpResponse<String> created = node.post(LINKS, link("new"));
        assertThat(created.statusCode()).isEqualTo(201);
        String token = created.headers().firstValue("Consistency-Token").orElseThrow();
        assertThat(
                        HttpNode.json(
                                        node.write(
                                                "GET",
                                                LINKS + "?q=new",
                                                "",
                                                "Consistency-Token",
                                                token))
                                .at("/data/0/slug")
                                .asString(""))
                .isEqualTo("new");
    }

    private static void webhook(PostriderProcess node, RecordingReceiver receiver, String path)
            throws Exception {
        made(
                node,
                "/api/v1/webhooks",
                "{\"url\":\"%s\",\"event_types\":[\"link.created\"]}"
                        .formatted(receiver.url(path)));
    }

    private static String link(String slug) {
        return "{\"slug\":\"%s\",\"url\":\"https://example.com/%s\"}".formatted(slug, slug);
    }

    private static JsonNode made(PostriderProcess node, String path, String body) throws Exception {
        HttpResponse<String> response = node.post(path, body);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
        return HttpNode.json(response);
    }
}
