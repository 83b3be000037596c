package io.postrider.api.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.api.TestApi;
import io.postrider.api.WorkspaceSamples;
import io.postrider.api.http.ApiServer;
import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.http.RawConnection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Streams of events that stay open: what one owner can take of them, and what it leaves to others. */
class SharedStreamsTest {

    private static final int PER_KEY = 10;
    private static final int SHARE = 125;
    private static final List<String> OF_ONE_OWNER =
            List.of(TestApi.WORKSPACE, "ws_01kb3q8z1vf0t9h2x7c5n4m6rc");

    private final ApiServer server = new ApiServer();
    private final List<RawConnection> open = new ArrayList<>();

    @AfterEach
    void close() throws IOException {
        for (RawConnection each : open) {
            each.close();
        }
        server.close();
    }

    @Test
    @Verifies("workspace-shares")
    void streamsThatAreAskedForAtTheSameTimeCountToo() throws Exception {
        String key = server.api.key(TestApi.WORKSPACE);
        CompletableFuture<Void> read = new CompletableFuture<>();
        server.api.reads().answerAfter(read);
        int before = server.api.reads().asked().size();
        for (int i = 0; i < 2 * PER_KEY; i++) {
            asking(key);
        }
        await().until(() -> server.api.reads().asked().size() - before == 2 * PER_KEY);
        read.complete(null);

        List<Integer> statuses = new ArrayList<>();
        for (RawConnection each : open) {
            statuses.add(each.status());
        }
        assertThat(statuses).filteredOn(status -> status == 200).hasSize(PER_KEY);
        assertThat(statuses).filteredOn(status -> status == 429).hasSize(PER_KEY);
    }

    private RawConnection asking(String key) throws IOException {
        RawConnection connection = server.connect();
        open.add(connection);
        return connection.say(
                "GET /api/v1/events?format=sse HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer "
                        + key
                        + "\r\n\r\n");
    }

    @Test
    @Verifies("workspace-shares")
    void theWorkspacesOfOneOwnerOpenAQuarterOfTheStreams() throws Exception {
        for (String workspace : OF_ONE_OWNER) {
            server.api.workspaces().apply(WorkspaceSamples.opened(workspace, "usr_ada"));
        }
        for (int i = 0; i < SHARE; i += PER_KEY) {
            String key = server.api.key(OF_ONE_OWNER.get(i / PER_KEY % OF_ONE_OWNER.size()));
            for (int j = i; j < Math.min(SHARE, i + PER_KEY); j++) {
                assertThat(asking(key).status()).isEqualTo(200);
            }
        }

        for (String workspace : OF_ONE_OWNER) {
            assertThat(asking(server.api.key(workspace)).status()).isEqualTo(429);
            assertThat(asking(server.api.key(workspace)).read().body())
                    .contains("too_many_streams");
        }
        assertThat(asking(server.api.key(TestApi.OTHER_WORKSPACE)).status()).isEqualTo(200);
    }
}
