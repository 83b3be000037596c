package io.postrider.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.api.RawConnection;
import io.postrider.api.TestApi;
import io.postrider.testkit.claims.Verifies;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Clients that send requests and read no answers: what one tenant holds of a node's memory by them, and what it leaves to others. */
class UnreadAnswersTest {

    private static final String PAGE = "/api/v1/links?limit=100";

    /** More than the share of a tenant takes, at 7 MB and more for each page. */
    private static final int PAGES_MAX = 3;

    private final ApiServer server = new ApiServer(Map.of("POSTRIDER_WRITE_TIMEOUT_SECONDS", "1"));
    private final ApiServer patient = new ApiServer();
    private final List<RawConnection> unread = new ArrayList<>();

    @AfterEach
    void close() throws IOException {
        for (RawConnection connection : unread) {
            connection.close();
        }
        server.close();
        patient.close();
    }

    /** Links of the largest metadata. */
    private static void fill(ApiServer server) {
        String metadata =
                IntStream.range(0, 50)
                        .mapToObj(i -> "\"%d\":\"%s\"".formatted(i, "漢".repeat(500)))
                        .collect(Collectors.joining(","));
        for (int i = 0; i < 100; i++) {
            String link =
                    "{\"url\":\"https://example.com/%d\",\"metadata\":{%s}}".formatted(i, metadata);
            assertThat(server.api.caller().post("/api/v1/links", link).status()).isEqualTo(201);
        }
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
    void aConnectionWhoseClientTakesNothingIsClosed() throws Exception {
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
}
