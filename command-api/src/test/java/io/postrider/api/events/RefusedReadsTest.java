package io.postrider.api.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.api.TestApi;
import io.postrider.api.http.ApiServer;
import io.postrider.domain.kernel.FieldError;
import io.postrider.platform.reads.QueryResult;
import io.postrider.schemas.json.Json;
import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.http.RawConnection;
import io.postrider.web.server.StreamLimits;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Event streams whose reads are refused, or bring nothing that is wanted. */
class RefusedReadsTest {

    /** More events follow, of which none is on this page. */
    private static final QueryResult BACKLOG = page(true);

    private static final int READS = 8;

    @AutoClose private final ApiServer server = new ApiServer();

    private static QueryResult page(boolean more) {
        var body = Json.object().put("has_more", more);
        body.putArray("data");
        return new QueryResult.Found(body, null);
    }

    private RawConnection stream() throws IOException {
        RawConnection connection = server.connect();
        connection.say(
                "GET /api/v1/events HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer %s\r\nAccept: text/event-stream\r\n\r\n"
                        .formatted(server.api.key(TestApi.WORKSPACE)));
        connection.readUntil(":open");
        return connection;
    }

    private int reads() {
        return server.api.reads().asked().size();
    }

    @Test
    @Verifies("workspace-shares")
    void aRefusedReadIsRepeatedAfterAPauseInABacklogToo() throws Exception {
        server.api.reads().answerInstead(BACKLOG);
        try (RawConnection _ = stream()) {
            server.api.reads().answerInstead(new QueryResult.ShareExceeded());
            int before = reads();
            long start = System.nanoTime();
            await().until(() -> reads() >= before + READS);

            // The pauses are never shorter; the first reads can have begun before.
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .isGreaterThan(StreamLimits.DEFAULT.poll().multipliedBy(READS - 3));
        }
    }

    @Test
    @Verifies("workspace-shares")
    void aBacklogDoesNotKeepTheThreadThatReadsIt() throws Exception {
        server.api.reads().answerInstead(page(false));
        try (RawConnection _ = stream()) {
            CompletableFuture<Void> read = new CompletableFuture<>();
            server.api.reads().answerAfter(read);
            server.api.reads().answerInstead(BACKLOG);
            int before = reads();
            await().until(() -> reads() > before);
            Thread reader = Thread.ofPlatform().daemon().start(() -> read.complete(null));

            await().until(() -> !reader.isAlive());
        }
    }

    @Test
    void aStreamEndsIfItsLastEventHasLeftTheLog() throws Exception {
        server.api.reads().answerInstead(page(false));
        try (RawConnection connection = stream()) {
            server.api
                    .reads()
                    .answerInstead(
                            new QueryResult.BadParameter(
                                    new FieldError("after", "unknown_event", "Unknown.")));

            // The last chunk.
            connection.readUntil("0");
        }
    }
}
