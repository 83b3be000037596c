package io.postrider.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.api.Caller;
import io.postrider.api.TestApi;
import io.postrider.platform.limits.HeapBounds;
import io.postrider.testkit.claims.Verifies;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.test.web.reactive.server.WebTestClient;
import reactor.core.publisher.Sinks;

/** Bodies that come slowly: what one workspace or network can take of a node's memory for them, and what it leaves to others. */
class BodyMemoryTest {

    private static final String LINKS = "/api/v1/links";
    private static final String REPORT = "/api/v1/credentials/report";
    private static final String COMPLETIONS = "/api/v1/chat/completions";
    private static final String LINK = "{\"url\":\"https://example.com/\"";
    private static final int BYTES = 256 << 10;
    private static final int WORKSPACE_BODIES = HeapBounds.BODIES / 4 / BYTES;
    private static final int NETWORK_BODIES = HeapBounds.BODIES_OF_NETWORKS / 4 / BYTES;
    private static final byte[] NETWORK = {(byte) 192, 0, 2, 1};
    private static final byte[] OTHER_NETWORK = {(byte) 192, 0, 2, 2};

    @AutoClose private final TestApi api = new TestApi();
    @AutoClose private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Slow> slow = new ArrayList<>();

    /** A body of which a part has been sent. */
    private record Slow(Sinks.Many<DataBuffer> body, CompletableFuture<Integer> status) {

        void send(String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            body.tryEmitNext(DefaultDataBufferFactory.sharedInstance.wrap(bytes)).orThrow();
        }

        int end(String rest) {
            send(rest);
            body.tryEmitComplete().orThrow();
            return status.join();
        }
    }

    /** A failed test leaves no caller that waits. */
    @AfterEach
    void end() {
        for (Slow each : slow) {
            var _ = each.body().tryEmitComplete();
        }
    }

    /** @param length in bytes; negative for a body that does not declare it */
    private void begin(String path, String key, int length, String text) {
        Sinks.Many<DataBuffer> body = Sinks.many().unicast().onBackpressureBuffer();
        WebTestClient.RequestBodySpec request =
                api.client().post().uri(path).header("Content-Type", "application/json");
        if (!key.isEmpty()) {
            request.header("Authorization", "Bearer " + key);
        }
        if (length >= 0) {
            request.contentLength(length);
        }
        Slow begun =
                new Slow(body, CompletableFuture.supplyAsync(() -> told(request, body), callers));
        begun.send(text);
        slow.add(begun);
    }

    private void awaitAllBegun() {
        await().until(() ->
                slow.stream().allMatch(each -> each.body().currentSubscriberCount() == 1));
    }

    private static int told(WebTestClient.RequestBodySpec request, Sinks.Many<DataBuffer> body) {
        return request.body(body.asFlux(), DataBuffer.class)
                .exchange()
                .expectBody(byte[].class)
                .returnResult()
                .getStatus()
                .value();
    }

    private static String link(Caller caller) {
        return answer(caller, LINKS, LINK + "}");
    }

    private static String answer(Caller caller, String path, String body) {
        var told = caller.post(path, body);
        return told.status() < 300 ? "" + told.status() : told.status() + " " + told.code();
    }

    private void halfSentLinks(String workspace) {
        String key = api.key(workspace);
        for (int i = 0; i < WORKSPACE_BODIES; i++) {
            begin(LINKS, key, BYTES, LINK);
        }
        awaitAllBegun();
    }

    private String report() {
        return answer(api.anonymous(), REPORT, "{\"credentials\":[]}");
    }

    @Test
    @Verifies({"workspace-shares", "body-memory"})
    void aWorkspaceTakesAQuarterOfTheMemoryOfBodies() {
        halfSentLinks(TestApi.WORKSPACE);

        assertThat(link(api.caller())).isEqualTo("429 too_many_bodies");
        assertThat(link(api.callerOf(TestApi.OTHER_WORKSPACE))).isEqualTo("201");

        assertThat(slow).allMatch(each -> each.end("}") == 201);
        assertThat(link(api.caller())).isEqualTo("201");
    }

    @Test
    @Verifies("body-memory")
    void aNetworkWithoutCredentialsTakesAQuarterOfTheirs() {
        api.peer(NETWORK);
        for (int i = 0; i < NETWORK_BODIES; i++) {
            begin(REPORT, "", BYTES, "{\"credentials\":");
        }
        awaitAllBegun();

        assertThat(report()).isEqualTo("429 too_many_bodies");
        assertThat(link(api.caller())).isEqualTo("201");
        api.peer(OTHER_NETWORK);
        assertThat(report()).isEqualTo("202");

        assertThat(slow).allMatch(each -> each.end("[]}") == 202);
        api.peer(NETWORK);
        assertThat(report()).isEqualTo("202");
    }

    @Test
    @Verifies("body-memory")
    void requestsWithoutCredentialsLeaveTheMemoryOfWorkspacesAlone() {
        for (byte network = 1; network <= 4; network++) {
            api.peer(new byte[] {(byte) 192, 0, 2, network});
            for (int i = 0; i < NETWORK_BODIES; i++) {
                begin(REPORT, "", BYTES, "{");
            }
            awaitAllBegun();
        }
        api.peer(new byte[] {(byte) 192, 0, 2, 5});

        assertThat(report()).isEqualTo("503 overloaded");
        assertThat(link(api.caller())).isEqualTo("201");
        assertThat(slow).allMatch(each -> each.end("}") == 422);
    }

    @Test
    void allWorkspacesTogetherHaveABound() {
        for (int workspace = 0; workspace < 4; workspace++) {
            halfSentLinks("ws_01kb3q8z1vf0t9h2x7c5n4m60" + workspace);
        }

        assertThat(link(api.caller())).isEqualTo("503 overloaded");
        assertThat(slow).allMatch(each -> each.end("}") == 201);
        assertThat(link(api.caller())).isEqualTo("201");
    }

    @Test
    void aBodyOfUnknownLengthCountsAsItComes() {
        String key = api.key(TestApi.WORKSPACE);
        String begun = "{\"model\":\"echo-1\",\"messages\":[{\"role\":\"user\",\"content\":\"";
        int most = 2 << 20;
        for (int i = 0; i < HeapBounds.BODIES / 4 / most; i++) {
            begin(COMPLETIONS, key, -1, begun);
        }
        awaitAllBegun();
        assertThat(link(api.caller())).isEqualTo("201");

        slow.forEach(each -> each.send("a".repeat(most / 2)));
        slow.forEach(each -> each.send("b"));

        assertThat(link(api.caller())).isEqualTo("429 too_many_bodies");
        assertThat(slow).allMatch(each -> each.end("\"}]}") == 200);
        assertThat(link(api.caller())).isEqualTo("201");
    }

    @Test
    void rejectedRequestsReleaseTheirShare() {
        Caller caller = api.caller();
        String blanks = " ".repeat(BYTES - 1);

        for (int i = 0; i <= WORKSPACE_BODIES; i++) {
            assertThat(answer(caller, LINKS, blanks + "{")).isEqualTo("400 malformed_json");
            assertThat(answer(caller, LINKS, blanks + "{}")).isEqualTo("413 body_too_large");
        }

        assertThat(link(caller)).isEqualTo("201");
    }
}
