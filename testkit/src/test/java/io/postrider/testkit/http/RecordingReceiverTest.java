package io.postrider.testkit.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RecordingReceiverTest {

    private static final Duration SOON = Duration.ofSeconds(60);

    private final RecordingReceiver receiver = RecordingReceiver.start();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @AfterEach
    void close() {
        client.close();
        receiver.close();
    }

    @Test
    void requestsAreRecordedByteForByte() throws Exception {
        byte[] body = "{ \"é\": 1.0 }".getBytes(StandardCharsets.UTF_8);

        HttpResponse<String> response =
                client.send(
                        request("/hook?x=%20y")
                                .header("X-One", "1")
                                .POST(BodyPublishers.ofByteArray(body))
                                .build(),
                        BodyHandlers.ofString());

        assertThat(response.statusCode()).isEqualTo(200);
        List<ReceivedRequest> requests = receiver.awaitRequests(1, SOON);
        assertThat(requests).hasSize(1);
        assertThat(requests.getFirst().method()).isEqualTo("POST");
        assertThat(requests.getFirst().target()).isEqualTo("/hook?x=%20y");
        assertThat(requests.getFirst().header("x-one")).contains("1");
        assertThat(requests.getFirst().body()).isEqualTo(body);
    }

    @Test
    void itReadsChunkedBodies() throws Exception {
        client.send(
                request("/")
                        .POST(
                                BodyPublishers.fromPublisher(
                                        BodyPublishers.ofString("x".repeat(70_000))))
                        .build(),
                BodyHandlers.discarding());

        assertThat(receiver.awaitRequests(1, SOON).getFirst().text()).isEqualTo("x".repeat(70_000));
    }

    @Test
    void itKeepsAConnectionForSeveralRequests() throws Exception {
        for (int i = 0; i < 3; i++) {
            client.send(request("/" + i).GET().build(), BodyHandlers.discarding());
        }

        assertThat(receiver.requests())
                .extracting(ReceivedRequest::target)
                .containsExactly("/0", "/1", "/2");
        assertThat(receiver.server().accepted()).isEqualTo(1);
    }

    @Test
    void itAnswersAsConfigured() throws Exception {
        receiver.answerBy(request ->
                request.target().equals("/gone")
                        ? StubResponse.status(410, Map.of("X-Why", "moved"), "gone")
                        : StubResponse.status(204));

        HttpResponse<String> gone =
                client.send(request("/gone").GET().build(), BodyHandlers.ofString());

        assertThat(gone.statusCode()).isEqualTo(410);
        assertThat(gone.headers().firstValue("x-why")).contains("moved");
        assertThat(gone.body()).isEqualTo("gone");
        assertThat(client.send(request("/").GET().build(), BodyHandlers.discarding()).statusCode())
                .isEqualTo(204);
    }

    @Test
    void itBreaksConnectionsAsConfigured() {
        receiver.answerWith(
                StubResponse.rawThenReset("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"));

        assertThatThrownBy(() ->
                        client.send(
                                request("/").POST(BodyPublishers.ofString("x")).build(),
                                BodyHandlers.ofString()))
                .isInstanceOf(IOException.class);
    }

    @Test
    void missingRequestsAreAFailure() {
        assertThatThrownBy(() -> receiver.awaitRequests(1, Duration.ofMillis(50)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("1 requests");
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(receiver.url(path))).timeout(SOON);
    }
}
