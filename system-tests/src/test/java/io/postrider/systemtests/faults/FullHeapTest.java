package io.postrider.systemtests.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.systemtests.PostriderProcess;
import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
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
    private static final int AT_ONCE = HeapFilling.AT_ONCE;
    private static final int REFUSED = 100;
    private static final int LARGE_LINKS = 300;
    private static final String JSON = "application/json";

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path folder;

    @Test
    void oneKeyFillsNothing() throws Exception {
        try (RecordingReceiver provider =
                        RecordingReceiver.start(
                                StubResponse.status(200, Map.of("Content-Type", JSON), objects()));
                PostriderProcess postrider = PostriderProcess.start(folder)) {
            String quiet = postrider.signIn().keyOfNewWorkspace("Quiet", "links");
            HeapFilling filling = new HeapFilling(postrider, postrider.apiKey());
            try (Prober prober = new Prober(postrider, quiet)) {
                completions(postrider, filling, provider);
                filling.resources();
                workspaces(filling);
                connections(postrider, filling);
                unreadAnswers(postrider, filling);
                prober.stop();
                System.out.println(filling + "the other workspace: " + prober);
                assertThat(prober.failures()).isEmpty();
            }
            postrider.killNine();
            postrider.launchAgain();
            System.out.printf("restart: %d ms%n", postrider.awaitReady().toMillis());
            assertThat(postrider.get("/api/v1/links?limit=1", quiet).statusCode()).isEqualTo(200);
        }
    }

    /** Rejected requests must not leave anything behind, such as the data key of a workspace. */
    private static void workspaces(HeapFilling filling) {
        filling.inParallel(
                "workspaces of a full owner",
                AT_ONCE,
                _ -> {
                    for (int i = 1; i < REFUSED; i++) {
                        filling.count("workspaces of a full owner", workspace(filling));
                    }
                    return workspace(filling);
                });
        assertThat(filling.statuses("workspaces of a full owner"))
                .containsOnlyKeys("409 owner_memory_full");
    }

    private static String workspace(HeapFilling filling) {
        return filling.post("/api/v1/workspaces", "{\"name\":\"w\"}");
    }

    /** Responses of a provider: many small objects, which use far more memory than their text. */
    private static void completions(
            PostriderProcess postrider, HeapFilling filling, RecordingReceiver provider)
            throws Exception {
        String body =
                "{\"model\":\"echo-1\",\"messages\":[{\"role\":\"user\",\"content\":\"%s\"}]}"
                        .formatted("y".repeat(1_900_000));
        filling.inParallel(
                "large completions",
                AT_ONCE,
                n -> filling.post("/api/v1/chat/completions", body, "Idempotency-Key", "l" + n));
        assertThat(filling.statuses("large completions").keySet())
                .containsAnyOf("429 too_many_completions", "429 too_many_bodies");
        HttpResponse<String> connection =
                postrider.post(
                        "/api/v1/model-connections",
                        "{\"name\":\"p\",\"base_url\":\"%s\"}".formatted(provider.url("/v1")));
        assertThat(connection.statusCode()).as(connection.body()).isEqualTo(201);
        String model =
                "{\"id\":\"many\",\"upstream_model\":\"m\",\"connection_id\":\"%s\"}"
                        .formatted(PostriderProcess.json(connection).path("id").asString());
        assertThat(filling.post("/api/v1/models", model)).isEqualTo("201");
        String small = "{\"model\":\"many\",\"messages\":[{\"role\":\"user\",\"content\":\"y\"}]}";
        filling.inParallel(
                "answers of many objects",
                AT_ONCE,
                n -> filling.post("/api/v1/chat/completions", small, "Idempotency-Key", "m" + n));
        assertThat(filling.statuses("answers of many objects").keySet())
                .contains("429 too_many_completions");
    }

    /** The memory of open connections. */
    private static void connections(PostriderProcess postrider, HeapFilling filling)
            throws Exception {
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
            filling.count("event streams", streams.statuses());
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
            filling.count("bodies", bodies.statuses());
        }
    }

    /** Responses for clients that read nothing: pages and events of links with the largest metadata. */
    private static void unreadAnswers(PostriderProcess postrider, HeapFilling filling)
            throws Exception {
        HttpResponse<String> newest = postrider.get("/api/v1/events?limit=1", postrider.apiKey());
        String after = PostriderProcess.json(newest).path("data").path(0).path("id").asString();
        filling.inParallel(
                "links of large metadata",
                LARGE_LINKS,
                n ->
                        filling.post(
                                "/api/v1/links",
                                "{\"url\":\"https://example.com/%d\",%s}"
                                        .formatted(n, largestMetadata())));
        assertThat(filling.statuses("links of large metadata")).containsOnlyKeys("201");
        unread(
                postrider,
                filling,
                "unread pages",
                "/api/v1/links?limit=100",
                "application/json",
                100);
        unread(
                postrider,
                filling,
                "unread streams",
                "/api/v1/events?after=" + after,
                "text/event-stream",
                10);
        unread(postrider, filling, "unread contracts", "/api/v1/openapi.json", JSON, 500);
        assertThat(filling.statuses("unread pages")).containsKey("429");
        assertThat(filling.statuses("unread contracts")).containsKey("429");
        HttpResponse<String> links = postrider.get("/api/v1/links?limit=1", postrider.apiKey());
        String link = PostriderProcess.json(links).path("data").path(0).path("id").asString();
        unread(
                postrider,
                filling,
                "unread answers of writes",
                "PATCH",
                "/api/v1/links/" + link,
                "Content-Type: application/json\r\nContent-Length: 2\r\n",
                "{}",
                500);
    }

    private static void unread(
            PostriderProcess postrider,
            HeapFilling filling,
            String way,
            String target,
            String accept,
            int count)
            throws Exception {
        unread(postrider, filling, way, "GET", target, "Accept: " + accept + "\r\n", "", count);
    }

    private static void unread(
            PostriderProcess postrider,
            HeapFilling filling,
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
            filling.count(way, held.statuses());
            assertThat(held.statuses().keySet()).as(way).contains(200).isSubsetOf(200, 429);
        }
    }

    private static String largestMetadata() {
        StringBuilder fields = new StringBuilder("\"metadata\":{\"m\":\"\"");
        for (int i = 0; i < 49; i++) {
            fields.append(",\"m").append(i).append("\":\"").append("漢".repeat(500)).append('"');
        }
        return fields.append('}').toString();
    }

    private static String objects() {
        return "{\"choices\":[],\"x\":[" + "{},".repeat(1_000_000) + "{}]}";
    }
}
