package io.postrider.api.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.http.RawConnection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Clients that send requests and read no answers: what one tenant holds of a node's memory by them, and what it leaves to others. */
@Isolated("its requests have a deadline")
class UnreadAnswersTest {

    private static final String PAGE = "/api/v1/links?limit=100";

    /** More than the share of a tenant takes, at 7 MB and more for each page. */
    private static final int PAGES_MAX = 3;

    /** More than the share takes in pages of 100 links, then of 10, then of one. */
    private static final int SMALL_PAGES_MAX = 30;

    /** More than the share of a tenant takes, at 76 KB each. */
    private static final int UNREAD_WRITES = 100;

    /** More than the share of a network takes. */
    private static final int CONTRACTS_MAX = 200;

    private final ApiServer server = new ApiServer(Map.of("POSTRIDER_WRITE_TIMEOUT_SECONDS", "1"));
    private final ApiServer patient = new ApiServer();
    private final ApiServer small = ApiServer.withSmallBuffers(Map.of());
    private final List<RawConnection> unread = new ArrayList<>();

    @AfterEach
    void close() throws IOException {
        for (RawConnection connection : unread) {
            connection.close();
        }
        server.close();
        patient.close();
        small.close();
    }

    private static void fill(ApiServer server) {
        for (int i = 0; i < 100; i++) {
            assertThat(server.api.caller().post("/api/v1/links", link(i)).status()).isEqualTo(201);
        }
    }

    /** A link of the largest metadata, of 76 KB. */
    private static String link(int number) {
        String metadata =
                IntStream.range(0, 50)
                        .mapToObj(i -> "\"%d\":\"%s\"".formatted(i, "漢".repeat(500)))
                        .collect(Collectors.joining(","));
        return "{\"url\":\"https://example.com/%d\",\"metadata\":{%s}}".formatted(number, metadata);
    }

    private RawConnection asking(ApiServer server, String target, String workspace, String headers)
            throws IOException {
        RawConnection connection = server.connect();
        unread.add(connection);
        return connection.say(
                "GET %s HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer %s\r\n%s\r\n"
                        .formatted(target, server.api.key(workspace), headers));
    }

    private int status(ApiServer server, String workspace) throws IOException {
        return asking(server, PAGE, workspace, "").status();
    }

    @Test
    @Verifies("answer-memory")
    void aTenantThatReadsNoAnswerIsRefusedAndOthersAreNot() throws Exception {
        fill(patient);
        List<Integer> statuses = new ArrayList<>();
        while (!statuses.contains(429)) {
            statuses.add(status(patient, TestApi.WORKSPACE));
            assertThat(statuses.size()).isLessThanOrEqualTo(PAGES_MAX);
        }

        assertThat(statuses).startsWith(200);
        assertThat(status(patient, TestApi.OTHER_WORKSPACE)).isEqualTo(200);
        assertThat(patient.api.caller().get("/api/v1/links?limit=1").status()).isEqualTo(200);

        for (RawConnection connection : unread) {
            connection.close();
        }
        await().until(() -> status(patient, TestApi.WORKSPACE) == 200);
    }

    @Test
    @Verifies("answer-memory")
    void aConnectionWhoseClientReadsNothingIsClosed() throws Exception {
        fill(server);
        while (status(server, TestApi.WORKSPACE) == 200) {
            assertThat(unread.size()).isLessThanOrEqualTo(PAGES_MAX);
        }

        await().until(() -> status(server, TestApi.WORKSPACE) == 200);
    }

    @Test
    void aStreamForWhichNothingWaitsIsNotClosed() throws Exception {
        fill(server);
        RawConnection stream =
                asking(
                        server,
                        "/api/v1/events",
                        TestApi.WORKSPACE,
                        "Accept: text/event-stream\r\n");
        stream.readUntil(":open");
        while (status(server, TestApi.WORKSPACE) == 200) {
            assertThat(unread.size()).isLessThanOrEqualTo(PAGES_MAX + 1);
        }
        await().until(() -> status(server, TestApi.WORKSPACE) == 200);

        server.api.caller().post("/api/v1/links", "{\"url\":\"https://example.com/last\"}");

        stream.readUntil("https://example.com/last");
    }

    @Test
    @Verifies({"answer-memory", "revocation-places"})
    void unreadPagesDoNotHoldUpTheWritesOfTheirOwner() throws Exception {
        fill(small);
        String key = small.api.key(TestApi.WORKSPACE);
        for (int limit : List.of(100, 10, 1)) {
            while (unreadStatus(key, "/api/v1/links?limit=" + limit) == 200) {
                assertThat(unread.size()).isLessThanOrEqualTo(SMALL_PAGES_MAX);
            }
        }

        Response written = small.api.caller().post("/api/v1/links", link(100));

        assertThat(written.status()).isEqualTo(201);
        assertThat(written.member("id")).startsWith("lnk_");
    }

    @Test
    @Verifies("answer-memory")
    void unreadAnswersOfWritesHoldAsMuchAsTheirOwnerMayAndTheWritesAreDone() throws Exception {
        String id = small.api.caller().post("/api/v1/links", link(0)).member("id");
        List<RawConnection> writes = new ArrayList<>();
        for (int i = 0; i < UNREAD_WRITES; i++) {
            writes.add(half(id));
        }
        for (RawConnection write : writes) {
            write.say("}");
        }
        List<RawConnection.Response> answers = new ArrayList<>();
        for (RawConnection write : writes) {
            answers.add(write.head());
        }

        assertThat(answers).allMatch(answer -> answer.status() == 200);
        assertThat(answers).allMatch(answer -> answer.headers().containsKey("etag"));
        assertThat(answers)
                .filteredOn(answer -> !answer.headers().containsKey("preference-applied"))
                .hasSizeBetween(1, (4 << 20) / 75_000);
        assertThat(answers)
                .filteredOn(answer -> answer.headers().containsKey("preference-applied"))
                .allMatch(answer -> Integer.parseInt(answer.header("content-length")) < 2_000);
        assertThat(small.api.caller().get("/api/v1/links/" + id).status()).isEqualTo(200);
        aSecretIsShownAllTheSame();
    }

    /** It is in no other answer. */
    private void aSecretIsShownAllTheSame() throws IOException {
        String text = link(2).replaceFirst("\\{", "{\"event_types\":[\"link.*\"],");
        // As the connection writes it.
        String body = new String(text.getBytes(UTF_8), ISO_8859_1);
        RawConnection.Response webhook =
                small.connect()
                        .say(
                                "POST /api/v1/webhooks HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
                                        .formatted(
                                                small.api.key(TestApi.WORKSPACE),
                                                body.length(),
                                                body))
                        .read();

        assertThat(webhook.status()).as(webhook.body()).isEqualTo(201);
        assertThat(webhook.headers()).containsKey("preference-applied");
        assertThat(webhook.body())
                .contains("\"secret\":\"whsec_", "\"id\":\"whk_")
                .doesNotContain("metadata");
    }

    /** A change of a link of which the last byte is missing. */
    private RawConnection half(String id) throws IOException {
        RawConnection connection = small.connectWithSmallBuffer();
        unread.add(connection);
        return connection.say(
                "PATCH /api/v1/links/%s HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{"
                        .formatted(id, small.api.key(TestApi.WORKSPACE)));
    }

    @Test
    @Verifies("answer-memory")
    void unreadContractsDoNotHoldUpRequestsWithoutCredentials() throws Exception {
        for (String document :
                List.of("/api/v1/openapi.json", "/api/v1/openapi.yaml", "/api/v1/asyncapi.json")) {
            while (unreadStatus("", document) == 200) {
                assertThat(unread.size()).isLessThanOrEqualTo(CONTRACTS_MAX);
            }
        }

        String report = "{\"credentials\":[]}";
        RawConnection connection = small.connect();
        unread.add(connection);
        connection.say(
                "POST /api/v1/credentials/report HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
                        .formatted(report.length(), report));

        assertThat(connection.status()).isEqualTo(202);
    }

    private int unreadStatus(String key, String target) throws IOException {
        RawConnection connection = small.connectWithSmallBuffer();
        unread.add(connection);
        String authorization = key.isEmpty() ? "" : "Authorization: Bearer " + key + "\r\n";
        return connection
                .say("GET %s HTTP/1.1\r\nHost: a\r\n%s\r\n".formatted(target, authorization))
                .status();
    }
}
