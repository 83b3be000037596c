package io.postrider.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.api.TestApi;
import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.http.RawConnection;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** What requests keep of their bodies while they wait for the log. */
@Isolated("it measures the heap")
class WaitingBodiesTest {

    private static final int REQUESTS = 100;
    private static final int BYTES = 256 << 10;
    private static final String LINK = "{\"url\":\"https://example.com/\"}";

    /** What else a test leaves in the heap is far less than a third of the bodies. */
    private static final long KEPT_MAX = (long) REQUESTS * BYTES / 3;

    @AutoClose private final ApiServer server = new ApiServer();
    private final CompletableFuture<Void> decisions = new CompletableFuture<>();
    private final List<RawConnection> connections = new ArrayList<>();

    /** The server ends when all is answered. */
    @AfterEach
    void end() {
        decisions.complete(null);
    }

    private static long heap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private void post(String headers) throws IOException {
        String head =
                "POST /api/v1/links HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer "
                        + server.api.key(TestApi.WORKSPACE)
                        + "\r\nContent-Type: application/json\r\nContent-Length: "
                        + BYTES
                        + "\r\n";
        String blanks = " ".repeat(BYTES - LINK.length());
        connections.add(server.connect().say(head + headers + "\r\n" + LINK + blanks));
    }

    private void assertThatWaitingRequestsKeepNoBody(String headers) throws IOException {
        server.api.log().holdUntil(decisions);
        long before = heap();
        for (int i = 1; i <= REQUESTS; i++) {
            post(headers.formatted(i));
        }
        await().until(() -> server.api.log().commands().size() == REQUESTS);

        await().untilAsserted(() -> assertThat(heap() - before).isLessThan(KEPT_MAX));

        decisions.complete(null);
        for (RawConnection connection : connections) {
            assertThat(connection.read().status()).isEqualTo(201);
            connection.close();
        }
    }

    @Test
    @Verifies("body-memory")
    void aRequestThatWaitsForItsDecisionKeepsNoBody() throws Exception {
        assertThatWaitingRequestsKeepNoBody("");
    }

    @Test
    @Verifies("body-memory")
    void aRequestWithAnIdempotencyKeyKeepsNoBodyEither() throws Exception {
        assertThatWaitingRequestsKeepNoBody("Idempotency-Key: k%d\r\n");
    }
}
