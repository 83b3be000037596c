package io.postrider.systemtests.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.systemtests.PostriderProcess;
import io.postrider.testkit.http.Answer;
import io.postrider.testkit.http.RecordingReceiver;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * One key tries to fill the heap of a process, which has the 512 MB of the start script, in each way that the API offers: it is
 * refused, the other workspace notices nothing, and a restart is as quick as any.
 */
@Tag("faults")
@Tag("heap")
class FullHeapTest {

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int AT_ONCE = 64;
    private static final int REFUSED = 100;
    private static final int LARGE_LINKS = 300;
    private static final String JSON = "application/json";
    private static final Set<String> FULL =
            Set.of("409 too_many_webhooks", "409 too_many_models", "409 owner_memory_full");
    private static final String LONG = "x".repeat(490);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path folder;

    private final Map<String, Map<String, Integer>> answers = new TreeMap<>();

    @AfterEach
    void tell() {
        answers.forEach((way, statuses) -> System.out.println(way + ": " + statuses));
    }

    @Test
    void oneKeyFillsNothing() throws Exception {
        try (RecordingReceiver provider =
                        RecordingReceiver.start(
                                Answer.status(200, Map.of("Content-Type", JSON), objects()));
                PostriderProcess postrider = PostriderProcess.start(folder)) {
            String quiet = postrider.signIn().keyOfNewWorkspace("Quiet", "links");
            try (Prober prober = new Prober(postrider, quiet)) {
                completions(postrider, provider);
                resources(postrider);
                workspaces(postrider);
                connections(postrider);
                unreadAnswers(postrider);
                prober.stop();
                System.out.println("the other workspace: " + prober);
                assertThat(prober.failures()).isEmpty();
            }
            postrider.killNine();
            postrider.launchAgain();
            System.out.printf("restart: %d ms%n", postrider.awaitReady().toMillis());
            assertThat(postrider.get("/api/v1/links?limit=1", quiet).statusCode()).isEqualTo(200);
        }
    }

    /** What every node keeps in memory of a workspace. */
    private void resources(PostriderProcess postrider) throws Exception {
        refused(
                "webhooks",
                1_000,
                n ->
                        post(
                                postrider,
                                "/api/v1/webhooks",
                                "{\"url\":\"http://127.0.0.1:1/%d\",\"event_types\":[\"link.deleted\"],%s}"
                                        .formatted(n, metadata())));
        refused(
                "model connections",
                1_000,
                n ->
                        post(
                                postrider,
                                "/api/v1/model-connections",
                                "{\"name\":\"c\",\"base_url\":\"http://127.0.0.1:1/%d\",%s}"
                                        .formatted(n, metadata())));
        refused(
                "keys",
                15_000,
                n ->
                        post(
                                postrider,
                                "/api/v1/keys",
                                "{\"name\":\"%s\",\"scopes\":[\"links:read\"],\"origins\":[%s]}"
                                        .formatted("k".repeat(100), origins())));
    }

    /** What is refused must leave nothing behind, such as the data key of a workspace. */
    private void workspaces(PostriderProcess postrider) {
        inParallel(
                "workspaces of a full owner",
                AT_ONCE,
                _ -> {
                    for (int i = 1; i < REFUSED; i++) {
                        count("workspaces of a full owner", workspace(postrider));
                    }
                    return workspace(postrider);
                });
        assertThat(statuses("workspaces of a full owner"))
                .containsOnlyKeys("409 owner_memory_full");
    }

    private static String workspace(PostriderProcess postrider) {
        return post(postrider, "/api/v1/workspaces", "{\"name\":\"w\"}");
    }

    /** What a provider sends: many small objects, which take far more memory than their text. */
    private void completions(PostriderProcess postrider, RecordingReceiver provider)
            throws Exception {
        String body =
                "{\"model\":\"echo-1\",\"messages\":[{\"role\":\"user\",\"content\":\"%s\"}]}"
                        .formatted("y".repeat(1_900_000));
        inParallel(
                "large completions",
                AT_ONCE,
                n -> post(postrider, "/api/v1/chat/completions", body, "Idempotency-Key", "l" + n));
        assertThat(statuses("large completions").keySet())
                .containsAnyOf("429 too_many_completions", "429 too_many_bodies");
        HttpResponse<String> connection =
                postrider.post(
                        "/api/v1/model-connections",
                        "{\"name\":\"p\",\"base_url\":\"%s\"}".formatted(provider.url("/v1")));
        assertThat(connection.statusCode()).as(connection.body()).isEqualTo(201);
        String model =
                "{\"id\":\"many\",\"upstream_model\":\"m\",\"connection_id\":\"%s\"}"
                        .formatted(PostriderProcess.json(connection).path("id").asString());
        assertThat(post(postrider, "/api/v1/models", model)).isEqualTo("201");
        String small = "{\"model\":\"many\",\"messages\":[{\"role\":\"user\",\"content\":\"y\"}]}";
        inParallel(
                "answers of many objects",
                AT_ONCE,
                n ->
                        post(
                                postrider,
                                "/api/v1/chat/completions",
                                small,
                                "Idempotency-Key",
                                "m" + n));
        assertThat(statuses("answers of many objects").keySet())
                .contains("429 too_many_completions");
    }

    /** What a connection holds for as long as it is open. */
    private void connections(PostriderProcess postrider) throws Exception {
        try (HeldConnections streams =
                HeldConnections.open(
                        postrider.port(),
                        200,
                        "GET /api/v1/events HTTP/1.1\r\n"
                                + "Host: localhost\r\n"
                                + "Accept: text/event-stream\r\n"
                                + "Authorization: Bearer "
                                + postrider.apiKey()
                                + "\r\n\r\n")) {
            await().atMost(PATIENCE).until(() -> streams.answered(429) > 0);
            count("event streams", streams.statuses());
        }
        try (HeldConnections bodies =
                HeldConnections.open(
                        postrider.port(),
                        64,
                        "POST /api/v1/chat/completions HTTP/1.1\r\n"
                                + "Host: localhost\r\n"
                                + "Content-Type: application/json\r\n"
                                + "Content-Length: 1900000\r\n"
                                + "Authorization: Bearer "
                                + postrider.apiKey()
                                + "\r\n\r\n{\"model\":\""
                                + "z".repeat(300_000))) {
            await().atMost(PATIENCE).until(() -> bodies.answered(429) > 0);
            count("bodies", bodies.statuses());
        }
    }

    /** What waits for a client that reads nothing: pages and events of links with the largest metadata. */
    private void unreadAnswers(PostriderProcess postrider) throws Exception {
        HttpResponse<String> newest = postrider.get("/api/v1/events?limit=1", postrider.apiKey());
        String after = PostriderProcess.json(newest).path("data").path(0).path("id").asString();
        inParallel(
                "links of large metadata",
                LARGE_LINKS,
                n ->
                        post(
                                postrider,
                                "/api/v1/links",
                                "{\"url\":\"https://example.com/%d\",%s}"
                                        .formatted(n, largestMetadata())));
        assertThat(statuses("links of large metadata")).containsOnlyKeys("201");
        unread(postrider, "unread pages", "/api/v1/links?limit=100", "application/json", 100);
        unread(
                postrider,
                "unread streams",
                "/api/v1/events?after=" + after,
                "text/event-stream",
                10);
        unread(postrider, "unread contracts", "/api/v1/openapi.json", JSON, 500);
        assertThat(statuses("unread pages")).containsKey("429");
        assertThat(statuses("unread contracts")).containsKey("429");
        HttpResponse<String> links = postrider.get("/api/v1/links?limit=1", postrider.apiKey());
        String link = PostriderProcess.json(links).path("data").path(0).path("id").asString();
        unread(
                postrider,
                "unread answers of writes",
                "PATCH",
                "/api/v1/links/" + link,
                "Content-Type: application/json\r\nContent-Length: 2\r\n",
                "{}",
                500);
    }

    private void unread(
            PostriderProcess postrider, String way, String target, String accept, int count)
            throws Exception {
        unread(postrider, way, "GET", target, "Accept: " + accept + "\r\n", "", count);
    }

    private void unread(
            PostriderProcess postrider,
            String way,
            String method,
            String target,
            String headers,
            String body,
            int count)
            throws Exception {
        try (HeldConnections held =
                HeldConnections.open(
                        postrider.port(),
                        count,
                        "%s %s HTTP/1.1\r\nHost: localhost\r\n%sAuthorization: Bearer %s\r\n\r\n%s"
                                .formatted(method, target, headers, postrider.apiKey(), body))) {
            await().atMost(PATIENCE)
                    .until(() ->
                            held.statuses().values().stream().mapToInt(Integer::intValue).sum()
                                    == count);
            count(way, held.statuses());
            assertThat(held.statuses().keySet()).as(way).contains(200).isSubsetOf(200, 429);
        }
    }

    /** The status and, where it is a refusal, the code. */
    private static String post(
            PostriderProcess postrider, String path, String body, String... headers) {
        try {
            HttpResponse<String> answer = postrider.write("POST", path, body, headers);
            int status = answer.statusCode();
            return status < 400
                    ? String.valueOf(status)
                    : status + " " + PostriderProcess.json(answer).path("code").asString();
        } catch (Exception e) {
            throw new IllegalStateException(path, e);
        }
    }

    /** Sends until a status says that there is no more room. */
    private void refused(String way, int most, IntFunction<String> request) {
        try (ExecutorService clients = Executors.newFixedThreadPool(AT_ONCE)) {
            for (int i = 0; i < AT_ONCE; i++) {
                int first = i;
                var _ =
                        clients.submit(() -> {
                            String answer = "";
                            for (int n = first; n < most && !FULL.contains(answer); n += AT_ONCE) {
                                answer = request.apply(n);
                                count(way, answer);
                            }
                        });
            }
        }
        assertThat(statuses(way).keySet()).as(way).containsAnyElementsOf(FULL);
    }

    private void inParallel(String way, int count, IntFunction<String> request) {
        try (ExecutorService clients = Executors.newFixedThreadPool(count)) {
            for (int i = 0; i < count; i++) {
                int number = i;
                var _ = clients.submit(() -> count(way, request.apply(number)));
            }
        }
    }

    private synchronized void count(String way, String answer) {
        statuses(way).merge(answer, 1, Integer::sum);
    }

    private void count(String way, Map<Integer, Integer> held) {
        held.forEach((status, times) -> statuses(way).put(String.valueOf(status), times));
    }

    private synchronized Map<String, Integer> statuses(String way) {
        return answers.computeIfAbsent(way, _ -> new ConcurrentHashMap<>());
    }

    private static String metadata() {
        StringBuilder fields = new StringBuilder("\"metadata\":{\"m\":\"").append(LONG).append('"');
        for (int i = 0; i < 40; i++) {
            fields.append(",\"m").append(i).append("\":\"").append(LONG).append('"');
        }
        return fields.append('}').toString();
    }

    private static String largestMetadata() {
        StringBuilder fields = new StringBuilder("\"metadata\":{\"m\":\"\"");
        for (int i = 0; i < 49; i++) {
            fields.append(",\"m").append(i).append("\":\"").append("漢".repeat(500)).append('"');
        }
        return fields.append('}').toString();
    }

    private static String origins() {
        StringBuilder all = new StringBuilder("\"https://example.com\"");
        for (int i = 0; i < 90; i++) {
            all.append(",\"https://").append("a".repeat(60)).append(i).append(".example.com\"");
        }
        return all.toString();
    }

    private static String objects() {
        return "{\"choices\":[],\"x\":[" + "{},".repeat(1_000_000) + "{}]}";
    }
}
