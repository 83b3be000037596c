package io.postrider.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.api.Caller;
import io.postrider.api.TestApi;
import io.postrider.testkit.claims.Verifies;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.test.web.reactive.server.WebTestClient;
import reactor.core.publisher.Sinks;

/** Large bodies that come slowly: what one workspace can take of them, and what it leaves to others. */
class LargeBodiesTest {

    private static final String PATH = "/api/v1/chat/completions";
    private static final String TEXT = "a".repeat(300 << 10);
    private static final int SHARE = 4;
    private static final int ALL = 16;

    @AutoClose private final TestApi api = new TestApi();
    @AutoClose private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Slow> slow = new ArrayList<>();

    /** A body of unknown length of which some has been sent. */
    private record Slow(Sinks.Many<DataBuffer> body, CompletableFuture<Integer> status) {

        void send(String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            body.tryEmitNext(DefaultDataBufferFactory.sharedInstance.wrap(bytes)).orThrow();
        }

        int end() {
            send("\"}]}");
            body.tryEmitComplete().orThrow();
            return status.join();
        }
    }

    private static String begun(String text) {
        return "{\"model\":\"echo-1\",\"messages\":[{\"role\":\"user\",\"content\":\"" + text;
    }

    private void begin(String key, String text) {
        Sinks.Many<DataBuffer> body = Sinks.many().unicast().onBackpressureBuffer();
        WebTestClient.RequestHeadersSpec<?> request =
                api.client()
                        .post()
                        .uri(PATH)
                        .header("Authorization", "Bearer " + key)
                        .header("Content-Type", "application/json")
                        .body(body.asFlux(), DataBuffer.class);
        Slow begun =
                new Slow(
                        body,
                        CompletableFuture.supplyAsync(
                                () ->
                                        request.exchange()
                                                .expectBody(byte[].class)
                                                .returnResult()
                                                .getStatus()
                                                .value(),
                                callers));
        begun.send(begun(text));
        await().until(() -> body.currentSubscriberCount() == 1);
        slow.add(begun);
    }

    private String large(Caller caller) {
        var told = caller.post(PATH, begun(TEXT) + "\"}]}");
        return told.status() == 200 ? "200" : told.status() + " " + told.code();
    }

    @Test
    @Verifies("workspace-shares")
    void aWorkspaceReadsAQuarterOfTheLargeBodies() {
        String key = api.key(TestApi.WORKSPACE);
        for (int i = 0; i < SHARE; i++) {
            begin(key, TEXT);
        }

        assertThat(large(api.caller())).isEqualTo("429 too_many_large_bodies");
        assertThat(large(api.callerOf(TestApi.OTHER_WORKSPACE))).isEqualTo("200");
        assertThat(api.caller().post(PATH, begun("small\"}]}")).status()).isEqualTo(200);

        assertThat(slow).allMatch(each -> each.end() == 200);
        assertThat(large(api.caller())).isEqualTo("200");
    }

    @Test
    void aBodyOfUnknownLengthCountsWhenItIsLarge() {
        String key = api.key(TestApi.WORKSPACE);
        for (int i = 0; i < ALL; i++) {
            begin(key, "small");
        }

        assertThat(large(api.caller())).isEqualTo("200");

        assertThat(slow).allMatch(each -> each.end() == 200);
    }

    @Test
    void noMoreLargeBodiesThanAllowedAreRead() {
        for (int workspace = 0; workspace < ALL / SHARE; workspace++) {
            String key = api.key("ws_01kb3q8z1vf0t9h2x7c5n4m60" + workspace);
            for (int i = 0; i < SHARE; i++) {
                begin(key, TEXT);
            }
        }

        assertThat(large(api.caller())).isEqualTo("503 overloaded");
        assertThat(slow).allMatch(each -> each.end() == 200);
    }
}
