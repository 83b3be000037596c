package io.postrider.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.TestApi;
import io.postrider.schemas.json.Json;
import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.http.RawConnection;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A bug of the service is answered by a problem that shows nothing of it. */
@Isolated("it reads the log of the JVM")
class InternalErrorTest {

    private static final String LINK = "{\"url\":\"https://example.com/\"}";

    @AutoClose private final LogLines log = new LogLines();
    @AutoClose private final ApiServer server = new ApiServer();
    private final TestApi api = server.api;
    private String link = "";

    @BeforeEach
    void everyWriteFails() {
        link = api.caller().post("/api/v1/links", LINK).member("id");
        api.log()
                .holdUntil(
                        CompletableFuture.failedFuture(
                                new IllegalStateException(
                                        "planted-bug", new IOException("planted-cause"))));
    }

    @ParameterizedTest
    @Verifies("no-stack-traces")
    @CsvSource(
            delimiter = '|',
            value = {
                "POST   | /api/v1/links      | {\"url\":\"https://example.com/\"}",
                "PATCH  | /api/v1/links/{id} | {\"title\":\"t\"}",
                "DELETE | /api/v1/links/{id} | {}",
                "POST   | /api/v1/keys       | {\"name\":\"k\",\"scopes\":[\"links:read\"]}",
                "POST   | /api/v1/webhooks   |"
                        + " {\"url\":\"https://example.com/\",\"event_types\":[\"*\"]}",
            })
    void aFailureIsAnsweredWithoutItsStackTrace(String method, String path, String body)
            throws IOException {
        try (RawConnection client = server.connect()) {
            RawConnection.Response answer =
                    client.say(
                                    "%s %s HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer %s\r\n"
                                                    .formatted(
                                                            method,
                                                            path.replace("{id}", link),
                                                            api.key(TestApi.WORKSPACE))
                                            + "Content-Type: application/json\r\nContent-Length: "
                                            + body.length()
                                            + "\r\n\r\n"
                                            + body)
                            .read();

            assertThat(answer.status()).isEqualTo(500);
            assertThat(answer.header("content-type")).isEqualTo("application/problem+json");
            assertThat(Json.mapper().readTree(answer.body()).path("code").asString(""))
                    .isEqualTo("internal_error");
            assertThat(answer.body() + answer.headers())
                    .doesNotContain(
                            "planted", "Exception", "io.postrider", "java.", "\\tat ", ".java:");
        }
        // The operator reads in the log where it failed; a message may have the text of a tenant.
        assertThat(log.all())
                .anyMatch(line ->
                        line.contains("java.lang.IllegalStateException")
                                && line.contains("Caused by: ")
                                && line.contains("java.io.IOException"))
                .noneMatch(line -> line.contains("planted"));
    }
}
