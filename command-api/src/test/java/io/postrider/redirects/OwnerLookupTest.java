package io.postrider.redirects;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.http.RawConnection;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnerLookupTest {

    private static final SampleLink LINK = SampleLink.of("a", "https://t.example/");

    @TempDir private Path folder;
    private EdgeServer server;

    @BeforeEach
    void start() {
        server = new EdgeServer(folder);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aLinkThatIsNewElsewhereIsFollowed() throws Exception {
        server.owner.known.put("go.example/a", LINK.created());
        assertThat(server.get("/a").statusCode()).isEqualTo(302);
        assertThat(server.get("/a").statusCode()).isEqualTo(302);
        assertThat(server.owner.asked).containsExactly("go.example/a");
        assertThat(server.clicks()).hasSize(2);
    }

    @Test
    void anOwnerIsNotAskedAgainAtOnce() throws Exception {
        try (RawConnection connection = server.connect()) {
            connection.say("GET /a HTTP/1.1\r\nHost: a\r\n\r\n".repeat(3));
            assertThat(connection.read().status()).isEqualTo(404);
            assertThat(connection.read().status()).isEqualTo(404);
            assertThat(connection.read().status()).isEqualTo(404);
        }
        assertThat(server.owner.asked).hasSize(1);
    }

    @Test
    void anOwnerThatCannotBeAskedLeavesItOpen() throws Exception {
        server.owner.reachable = false;
        assertThat(server.get("/a").statusCode()).isEqualTo(503);
        server.owner.reachable = true;
        server.owner.silent = true;
        assertThat(server.get("/a").statusCode()).isEqualTo(503);
    }

    @Test
    void aLimitedLinkThatIsNewElsewhereIsDecidedOn() throws Exception {
        SampleLink limited = LINK.limited(1, 0);
        server.owner.known.put("go.example/a", limited.created());
        server.gateway.always(ScriptedGateway.accepted(limited.limited(1, 1).exhausted(2, 1)));
        assertThat(server.get("/a").statusCode()).isEqualTo(302);
        assertThat(server.get("/a").statusCode()).isEqualTo(410);
    }

    @Test
    @Verifies("owner-lookups")
    void aFloodOfRandomSlugsLeavesTheQuestionsOfOthersAlone() {
        PartitionOwnerClient questions =
                new PartitionOwnerClient(server.owner, Duration.ofHours(1));
        server.owner.silent = true;
        for (int i = 0; i < 1_000; i++) {
            var _ = questions.ask("go.example/s" + i, address(1));
        }
        server.owner.silent = false;
        server.owner.known.put("go.example/a", LINK.created());

        assertThat(questions.ask("go.example/a", address(2)))
                .isCompletedWithValue(new PartitionOwnerClient.Reply.Known(LINK.created()));
        assertThat(questions.ask("go.example/b", address(1)))
                .isCompletedWithValue(new PartitionOwnerClient.Reply.Silent());
    }

    @Test
    @Verifies("owner-lookups")
    void equalQueriesShareOneRequest() {
        PartitionOwnerClient questions =
                new PartitionOwnerClient(server.owner, Duration.ofHours(1));
        server.owner.silent = true;

        for (int i = 0; i < 100; i++) {
            assertThat(questions.ask("go.example/a", address(1))).isNotCompleted();
        }

        assertThat(server.owner.asked).hasSize(1);
        assertThat(questions.ask("go.example/b", address(1))).isNotCompleted();
    }

    @Test
    void aQuestionThatIsAnsweredMakesRoomForTheNext() {
        PartitionOwnerClient questions =
                new PartitionOwnerClient(server.owner, Duration.ofHours(1));

        for (int i = 0; i < 2 * PartitionOwnerClient.IN_FLIGHT_MAX; i++) {
            assertThat(questions.ask("go.example/s" + i, address(1)))
                    .isCompletedWithValue(new PartitionOwnerClient.Reply.Unknown());
        }
    }

    @Test
    @Verifies("owner-lookups")
    void onlySoManyQuestionsAreOpenAtOnce() {
        PartitionOwnerClient questions =
                new PartitionOwnerClient(server.owner, Duration.ofHours(1));
        server.owner.silent = true;
        for (int i = 0; i < PartitionOwnerClient.IN_FLIGHT_MAX; i++) {
            assertThat(
                            questions.ask(
                                    "go.example/s" + i,
                                    address(i / PartitionOwnerClient.SHARE_MAX)))
                    .isNotCompleted();
        }
        assertThat(questions.ask("go.example/last", address(200)))
                .isCompletedWithValue(new PartitionOwnerClient.Reply.Silent());
        assertThat(server.owner.asked).hasSize(PartitionOwnerClient.IN_FLIGHT_MAX);
    }

    private static byte[] address(int number) {
        return new byte[] {10, 0, 0, (byte) number};
    }
}
