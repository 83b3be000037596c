package io.postrider.models;

import static io.postrider.models.FakeProvider.chunk;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.api.TestApi;
import io.postrider.api.http.ApiServer;
import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.http.RawConnection;
import io.postrider.testkit.http.StubResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A caller who disconnects cancels the call, so that no provider is paid for an unread answer. */
class GoneCallersTest {

    private final ApiServer server = new ApiServer(FakeProvider.OPEN);
    private final FakeProvider world = new FakeProvider(server.api);

    @AfterEach
    void close() {
        world.provider.close();
        server.close();
    }

    private RawConnection asking(String further) throws IOException {
        assertThat(world.name(FakeProvider.MODEL, patient(), "").status()).isEqualTo(201);
        return asking(further, "");
    }

    private RawConnection asking(String further, String headers) throws IOException {
        String body = FakeProvider.body(further);
        return server.connect()
                .say("POST /api/v1/chat/completions HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ")
                .say(server.api.key(TestApi.WORKSPACE))
                .say("\r\n" + headers + "Content-Type: application/json\r\nContent-Length: ")
                .say(body.length() + "\r\n\r\n" + body);
    }

    /** A connection whose own timeout would not end the call within the test. */
    private String patient() {
        String id = world.connect();
        assertThat(
                        world.caller()
                                .patch("/api/v1/model-connections/" + id, "{\"timeout\":\"PT10M\"}")
                                .status())
                .isEqualTo(200);
        return id;
    }

    private void assertThatTheCallIsOver() {
        await().untilAsserted(() -> {
            assertThat(world.provider.server().open()).isZero();
            assertThat(server.api.bean(Providers.class).budget().isWhole()).isTrue();
        });
    }

    @Test
    void aCallerOfAWholeAnswerDisconnects() throws Exception {
        world.provider.answerWith(StubResponse.silence());
        try (RawConnection caller = asking("")) {
            world.provider.awaitRequests(1, Duration.ofSeconds(60));
            assertThat(world.provider.server().open()).isOne();
            caller.reset();
        }
        assertThatTheCallIsOver();
    }

    /** A completion with a key goes on to its end, and then holds nothing for a caller who does not read it. */
    @Test
    void aDisconnectedCallerWithAKeyHoldsNothing() throws Exception {
        assertThat(world.name(FakeProvider.MODEL, patient(), "").status()).isEqualTo(201);
        CompletableFuture<Void> release = new CompletableFuture<>();
        StubResponse whole =
                StubResponse.status(
                        200, Map.of("Content-Type", "application/json"), FakeProvider.COMPLETION);
        world.provider.answerWith(exchange -> {
            release.join();
            return whole.answer(exchange);
        });
        try (RawConnection caller = asking("", "Idempotency-Key: k1\r\n")) {
            world.provider.awaitRequests(1, Duration.ofSeconds(60));
            caller.reset();
        }
        release.complete(null);

        await().until(() -> server.api.kept().size() == 1);
        await().until(() -> server.api.bean(Providers.class).budget().isWhole());
    }

    @Test
    void aCallerThatAwaitsAWriteDisconnects() throws Exception {
        String token = world.name(FakeProvider.MODEL, patient(), "").header("Consistency-Token");
        CompletableFuture<Boolean> never = new CompletableFuture<>();
        server.api.arrival(never);
        try (RawConnection caller = asking("", "Consistency-Token: " + token + "\r\n")) {
            await().until(() -> never.getNumberOfDependents() == 1);
            assertThat(server.api.bean(Providers.class).budget().isWhole()).isFalse();
            caller.reset();
        }
        assertThatTheCallIsOver();
        assertThat(world.provider.requests()).isEmpty();
    }

    @Test
    void aReaderOfAStreamDisconnects() throws Exception {
        world.provider.answerWith(
                StubResponse.drip(
                        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n",
                        "data: " + chunk("a", "null") + "\n\n",
                        20));
        try (RawConnection caller = asking(",\"stream\":true")) {
            assertThat(caller.status()).isEqualTo(200);
            caller.reset();
        }
        assertThatTheCallIsOver();
    }

    /** Anew until the slow ones, who are soon given up, are all in at the same time. */
    @Test
    void ofOneWorkspaceOnlyAFewLargeBodiesComeAtOnce() {
        String head =
                "POST /api/v1/chat/completions HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer "
                        + server.api.key(TestApi.WORKSPACE)
                        + "\r\nContent-Type: application/json\r\nContent-Length: ";
        String small = FakeProvider.body("").replace(FakeProvider.MODEL, "echo-1");

        await().until(() -> {
            List<RawConnection> slow = new ArrayList<>();
            try (RawConnection other = server.connect()) {
                for (int i = 0; i <= 8; i++) {
                    slow.add(server.connect().say(head + "1900000\r\n\r\n{"));
                }
                List<Integer> statuses = new ArrayList<>();
                for (RawConnection each : slow) {
                    statuses.add(each.read().status());
                }
                assertThat(statuses).containsAnyOf(408).doesNotContain(200);
                assertThat(other.say(head + small.length() + "\r\n\r\n" + small).read().status())
                        .isEqualTo(200);
                return statuses.contains(429);
            } finally {
                for (RawConnection connection : slow) {
                    connection.close();
                }
            }
        });
    }

    /** The provider's bytes wait in its own sockets while the caller's are full. */
    @Test
    void aSlowReaderSlowsTheProvider() throws Exception {
        world.provider.answerWith(
                StubResponse.flood(
                        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n",
                        "data: " + chunk("x".repeat(8_000), "null") + "\n\n"));
        try (RawConnection caller = asking(",\"stream\":true")) {
            assertThat(caller.status()).isEqualTo(200);
            // It would take a fraction of this for the bound of a stream to be met.
            await().pollDelay(Duration.ofSeconds(2))
                    .until(() -> world.provider.server().open() == 1);
            assertThat(server.api.bean(Providers.class).budget().isWhole()).isFalse();
            caller.reset();
        }
        assertThatTheCallIsOver();
    }

    /** The memory of large events that wait to be written is the tenant's, and there are not many of them. */
    @Test
    @Verifies("answer-memory")
    void ofAStreamThatIsNotReadOnlyAFewEventsAreHeld() throws Exception {
        int characters = 200_000;
        world.provider.answerWith(
                StubResponse.flood(
                        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n",
                        "data: " + chunk("x".repeat(characters), "null") + "\n\n"));
        CompletionBulkhead budget = server.api.bean(Providers.class).budget();
        try (RawConnection caller = asking(",\"stream\":true")) {
            assertThat(caller.status()).isEqualTo(200);
            await().during(Duration.ofSeconds(1))
                    .until(() ->
                            budget.bytesOf(TestApi.WORKSPACE) >= 2 * characters
                                    && budget.bytesOf(TestApi.WORKSPACE) < 8 * characters);
            caller.reset();
        }
        assertThatTheCallIsOver();
    }
}
