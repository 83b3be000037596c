package io.postrider.webhooks.sending;

import static io.postrider.webhooks.sending.Attempting.response;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.http.ReceivedRequest;
import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers that arrive whole, and what they are taken for. */
class AttemptOutcomesTest {

    private final Attempting attempting = Attempting.toLoopback();
    private final RecordingReceiver receiver = RecordingReceiver.start();

    @AfterEach
    void close() {
        receiver.close();
        attempting.close();
    }

    private AttemptResult sendFor(StubResponse answer) {
        receiver.answerWith(answer);
        return attempting.send(receiver.url("/hook"));
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 201, 202, 204, 226, 299})
    void everyTwoHundredIsADelivery(int status) {
        AttemptResult result = sendFor(StubResponse.status(status));

        assertThat(result).isInstanceOf(AttemptResult.Delivered.class);
        assertThat(response(result).status()).isEqualTo(status);
        assertThat(response(result).body()).isEmpty();
        assertThat(response(result).truncated()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                300, 301, 302, 303, 304, 307, 308, 400, 401, 403, 404, 408, 409, 422, 451, 500, 501,
                505, 599, 999
            })
    void anyOtherStatusIsAFailure(int status) {
        AttemptResult result = sendFor(StubResponse.status(status));

        assertThat(result).isInstanceOf(AttemptResult.Failed.class);
        assertThat(response(result).status()).isEqualTo(status);
    }

    @Test
    @Verifies("webhook-retries")
    void fourHundredAndTenIsGone() {
        assertThat(sendFor(StubResponse.status(410))).isInstanceOf(AttemptResult.Gone.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 502, 503, 504})
    void anOverloadedReceiverThrottlesAndMaySayForHowLong(int status) {
        AttemptResult asked =
                sendFor(StubResponse.status(status, Map.of("retry-after", "7.5"), ""));
        AttemptResult silent = sendFor(StubResponse.status(status));

        assertThat(((AttemptResult.Throttled) asked).retryAfter())
                .contains(Duration.ofMillis(7_500));
        assertThat(((AttemptResult.Throttled) silent).retryAfter()).isEqualTo(Optional.empty());
    }

    @Test
    void ofTwoFieldsRetryAfterTheLongerWaitCounts() {
        AttemptResult result =
                sendFor(
                        StubResponse.raw(
                                "HTTP/1.1 429 Slow down\r\nRetry-After: 5\r\nretry-after: 30\r\nContent-Length: 0\r\n\r\n"));

        assertThat(((AttemptResult.Throttled) result).retryAfter())
                .contains(Duration.ofSeconds(30));
    }

    @Test
    void retryAfterCountsFromTheSendersClock() {
        AttemptResult result =
                sendFor(
                        StubResponse.status(
                                503, Map.of("Retry-After", "Sat, 21 Nov 2026 12:01:00 GMT"), ""));

        assertThat(((AttemptResult.Throttled) result).retryAfter()).contains(Duration.ofMinutes(1));
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    @Verifies("outbound-bounds")
    void aRedirectIsNotFollowed(int status) {
        try (RecordingReceiver elsewhere = RecordingReceiver.start()) {
            AttemptResult result =
                    sendFor(
                            StubResponse.status(
                                    status, Map.of("Location", elsewhere.url("/other")), ""));

            assertThat(result).isInstanceOf(AttemptResult.Failed.class);
            assertThat(receiver.requests()).hasSize(1);
            assertThat(elsewhere.server().accepted()).isZero();
        }
    }

    @Test
    void whatIsSentIsExactlyWhatWasAskedFor() throws Exception {
        receiver.answerWith(StubResponse.status(200));
        attempting.send(receiver.url("/hook//x?a=%20b&c"));

        ReceivedRequest request = receiver.awaitRequests(1, Duration.ofSeconds(60)).getFirst();
        assertThat(request.method()).isEqualTo("POST");
        assertThat(request.target()).isEqualTo("/hook//x?a=%20b&c");
        assertThat(request.text()).isEqualTo(Attempting.BODY);
        assertThat(request.headers())
                .containsExactlyInAnyOrder(
                        Map.entry("webhook-id", "msg_1"),
                        Map.entry("content-type", "application/json"),
                        Map.entry("host", "127.0.0.1:" + receiver.port()),
                        Map.entry("user-agent", "Postrider/1.2.3"),
                        Map.entry("content-length", Integer.toString(Attempting.BODY.length())),
                        Map.entry("accept-encoding", "identity"),
                        Map.entry("accept", "*/*"));
    }

    @Test
    void theAnswerIsKeptWithItsSecretsMasked() {
        AttemptResult result =
                sendFor(
                        StubResponse.status(
                                200, Map.of("X-Trace", "t1", "Set-Cookie", "sid=1"), "grüße"));

        assertThat(response(result).body()).isEqualTo("grüße");
        assertThat(response(result).truncated()).isFalse();
        assertThat(response(result).headers())
                .contains(
                        new ReceivedResponse.Field("X-Trace", "t1"),
                        new ReceivedResponse.Field("Set-Cookie", "***"));
        assertThat(result.toString()).doesNotContain("grüße", "t1");
    }

    @Test
    void aClosedKeptConnectionIsNeitherAFalseFailureNorASecondSend() {
        receiver.answerWith(exchange -> {
            // Promises to keep the connection, and closes it at once.
            exchange.send("HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n");
            return false;
        });

        List<String> delivered =
                IntStream.range(0, 200)
                        .mapToObj(i -> "/" + i)
                        .filter(path ->
                                attempting.send(receiver.url(path))
                                        instanceof AttemptResult.Delivered)
                        .toList();

        // A connection that closes between the pool and the request looks like a new one that is
        // reset.
        assertThat(delivered).hasSizeGreaterThanOrEqualTo(198);
        assertThat(receiver.requests())
                .extracting(ReceivedRequest::target)
                .containsExactlyElementsOf(delivered);
    }

    @Test
    void beyondItsBoundNothingIsStartedAndAPlaceIsGivenBack() {
        receiver.answerWith(StubResponse.silence());
        AttemptSettings one =
                Attempting.SETTINGS.withAttemptsMax(1).withDeadline(Duration.ofSeconds(60));
        try (Attempting single = Attempting.toLoopback(one)) {
            var running = single.attempt(receiver.url("/first")).subscribe();
            await().untilAsserted(() -> assertThat(receiver.requests()).hasSize(1));

            assertThat(single.send(receiver.url("/second")))
                    .isEqualTo(new AttemptResult.NotStarted());
            assertThat(single.sender().underWay()).isEqualTo(1);

            running.dispose();
            receiver.answerWith(StubResponse.status(200));
            await().untilAsserted(() -> assertThat(single.sender().underWay()).isZero());
            assertThat(single.send(receiver.url("/third")))
                    .isInstanceOf(AttemptResult.Delivered.class);
            assertThat(receiver.requests())
                    .extracting(ReceivedRequest::target)
                    .containsExactly("/first", "/third");
        }
    }
}
